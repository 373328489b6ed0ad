<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="paths" tilewidth="64" tileheight="64" tilecount="16" columns="0" objectalignment="bottomleft">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/road_1.svg"/>
 </tile>
 <tile id="1" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/road_2.svg"/>
 </tile>
 <tile id="2" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/road_3.svg"/>
 </tile>
 <tile id="3" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/road_edge.svg"/>
 </tile>
 <tile id="4" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/road_outer.svg"/>
 </tile>
 <tile id="5" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/road_inner.svg"/>
 </tile>
 <tile id="6" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/ditch_1.svg"/>
 </tile>
 <tile id="7" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/ditch_2.svg"/>
 </tile>
 <tile id="8" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/ditch_edge.svg"/>
 </tile>
 <tile id="9" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/ditch_outer.svg"/>
 </tile>
 <tile id="10" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/ditch_inner.svg"/>
 </tile>
 <tile id="11" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_1.svg"/>
 </tile>
 <tile id="12" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_2.svg"/>
 </tile>
 <tile id="13" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_edge.svg"/>
 </tile>
 <tile id="14" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_outer.svg"/>
 </tile>
 <tile id="15" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_inner.svg"/>
 </tile>
</tileset>
