<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="paths" tilewidth="64" tileheight="64" tilecount="35" columns="0" objectalignment="bottomleft">
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
  <image width="64" height="64" source="../sprites/terrain/road_4.svg"/>
 </tile>
 <tile id="4" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/road_5.svg"/>
 </tile>
 <tile id="5" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/road_edge_1.svg"/>
 </tile>
 <tile id="6" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/road_edge_2.svg"/>
 </tile>
 <tile id="7" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/road_edge_3.svg"/>
 </tile>
 <tile id="8" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/road_outer.svg"/>
 </tile>
 <tile id="9" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/road_inner.svg"/>
 </tile>
 <tile id="10" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ditch_1.svg"/>
 </tile>
 <tile id="11" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ditch_2.svg"/>
 </tile>
 <tile id="12" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ditch_edge.svg"/>
 </tile>
 <tile id="13" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ditch_outer.svg"/>
 </tile>
 <tile id="14" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ditch_inner.svg"/>
 </tile>
 <tile id="15" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/scree_1.svg"/>
 </tile>
 <tile id="16" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/scree_2.svg"/>
 </tile>
 <tile id="17" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/scree_3.svg"/>
 </tile>
 <tile id="18" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/scree_edge.svg"/>
 </tile>
 <tile id="19" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/scree_outer.svg"/>
 </tile>
 <tile id="20" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/scree_inner.svg"/>
 </tile>
 <tile id="21" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/glade_edge.svg"/>
 </tile>
 <tile id="22" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/glade_outer.svg"/>
 </tile>
 <tile id="23" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/glade_inner.svg"/>
 </tile>
 <tile id="24" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/bank_1.svg"/>
 </tile>
 <tile id="25" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/bank_2.svg"/>
 </tile>
 <tile id="26" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/bank_edge.svg"/>
 </tile>
 <tile id="27" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/bank_outer.svg"/>
 </tile>
 <tile id="28" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/bank_inner.svg"/>
 </tile>
 <tile id="29" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/log_steps.svg"/>
 </tile>
 <tile id="30" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_1.svg"/>
 </tile>
 <tile id="31" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_2.svg"/>
 </tile>
 <tile id="32" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_edge.svg"/>
 </tile>
 <tile id="33" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_outer.svg"/>
 </tile>
 <tile id="34" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_inner.svg"/>
 </tile>
</tileset>
