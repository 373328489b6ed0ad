<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="trees" tilewidth="96" tileheight="96" tilecount="4" columns="0" objectalignment="bottomleft">
 <tileoffset x="-16" y="16"/>
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="96" height="96" source="../sprites/terrain/tree_1.svg"/>
 </tile>
 <tile id="1" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="96" height="96" source="../sprites/terrain/tree_2.svg"/>
 </tile>
 <tile id="2" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="96" height="96" source="../sprites/terrain/tree_3.svg"/>
 </tile>
 <tile id="3" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="96" height="96" source="../sprites/terrain/tree_pine.svg"/>
 </tile>
</tileset>
