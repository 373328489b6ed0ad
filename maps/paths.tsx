<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="paths" tilewidth="64" tileheight="64" tilecount="50" columns="0" objectalignment="bottomleft">
 <grid orientation="orthogonal" width="1" height="1"/>
 <properties>
  <property name="scattered" type="bool" value="true"/>
 </properties>
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
  <animation>
   <frame tileid="30" duration="480"/>
   <frame tileid="35" duration="480"/>
   <frame tileid="36" duration="480"/>
   <frame tileid="37" duration="480"/>
  </animation>
 </tile>
 <tile id="31" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_2.svg"/>
  <animation>
   <frame tileid="31" duration="480"/>
   <frame tileid="38" duration="480"/>
   <frame tileid="39" duration="480"/>
   <frame tileid="40" duration="480"/>
  </animation>
 </tile>
 <tile id="32" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_edge.svg"/>
  <animation>
   <frame tileid="32" duration="480"/>
   <frame tileid="41" duration="480"/>
   <frame tileid="42" duration="480"/>
   <frame tileid="43" duration="480"/>
  </animation>
 </tile>
 <tile id="33" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_outer.svg"/>
  <animation>
   <frame tileid="33" duration="480"/>
   <frame tileid="44" duration="480"/>
   <frame tileid="45" duration="480"/>
   <frame tileid="46" duration="480"/>
  </animation>
 </tile>
 <tile id="34" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/water_inner.svg"/>
  <animation>
   <frame tileid="34" duration="480"/>
   <frame tileid="47" duration="480"/>
   <frame tileid="48" duration="480"/>
   <frame tileid="49" duration="480"/>
  </animation>
 </tile>
 <tile id="35">
  <image width="64" height="64" source="../sprites/terrain/water_1_frame_2.svg"/>
 </tile>
 <tile id="36">
  <image width="64" height="64" source="../sprites/terrain/water_1_frame_3.svg"/>
 </tile>
 <tile id="37">
  <image width="64" height="64" source="../sprites/terrain/water_1_frame_4.svg"/>
 </tile>
 <tile id="38">
  <image width="64" height="64" source="../sprites/terrain/water_2_frame_2.svg"/>
 </tile>
 <tile id="39">
  <image width="64" height="64" source="../sprites/terrain/water_2_frame_3.svg"/>
 </tile>
 <tile id="40">
  <image width="64" height="64" source="../sprites/terrain/water_2_frame_4.svg"/>
 </tile>
 <tile id="41">
  <image width="64" height="64" source="../sprites/terrain/water_edge_frame_2.svg"/>
 </tile>
 <tile id="42">
  <image width="64" height="64" source="../sprites/terrain/water_edge_frame_3.svg"/>
 </tile>
 <tile id="43">
  <image width="64" height="64" source="../sprites/terrain/water_edge_frame_4.svg"/>
 </tile>
 <tile id="44">
  <image width="64" height="64" source="../sprites/terrain/water_outer_frame_2.svg"/>
 </tile>
 <tile id="45">
  <image width="64" height="64" source="../sprites/terrain/water_outer_frame_3.svg"/>
 </tile>
 <tile id="46">
  <image width="64" height="64" source="../sprites/terrain/water_outer_frame_4.svg"/>
 </tile>
 <tile id="47">
  <image width="64" height="64" source="../sprites/terrain/water_inner_frame_2.svg"/>
 </tile>
 <tile id="48">
  <image width="64" height="64" source="../sprites/terrain/water_inner_frame_3.svg"/>
 </tile>
 <tile id="49">
  <image width="64" height="64" source="../sprites/terrain/water_inner_frame_4.svg"/>
 </tile>
</tileset>
