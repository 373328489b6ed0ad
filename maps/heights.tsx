<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="heights" tilewidth="64" tileheight="64" tilecount="16" columns="0" objectalignment="bottomleft">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0">
  <image width="64" height="64" source="../sprites/terrain/rim.svg"/>
 </tile>
 <tile id="1">
  <image width="64" height="64" source="../sprites/terrain/rim_corner.svg"/>
 </tile>
 <tile id="2">
  <image width="64" height="64" source="../sprites/terrain/rim_inner.svg"/>
 </tile>
 <tile id="3">
  <image width="64" height="64" source="../sprites/terrain/face_1.svg"/>
 </tile>
 <tile id="4">
  <image width="64" height="64" source="../sprites/terrain/face_2.svg"/>
 </tile>
 <tile id="5">
  <image width="64" height="64" source="../sprites/terrain/face_high_1.svg"/>
 </tile>
 <tile id="6">
  <image width="64" height="64" source="../sprites/terrain/face_high_2.svg"/>
 </tile>
 <tile id="7">
  <image width="64" height="64" source="../sprites/terrain/shade.svg"/>
 </tile>
 <tile id="8" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/tower_floor_1.svg"/>
 </tile>
 <tile id="9" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/tower_floor_2.svg"/>
 </tile>
 <tile id="10" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/tower_floor_3.svg"/>
 </tile>
 <tile id="11" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/column.svg"/>
 </tile>
 <tile id="12" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/altar.svg"/>
 </tile>
 <tile id="13" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/tomb.svg"/>
 </tile>
 <tile id="14" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/vines_1.svg"/>
 </tile>
 <tile id="15" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/vines_2.svg"/>
 </tile>
</tileset>
