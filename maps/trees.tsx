<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="trees" tilewidth="96" tileheight="96" tilecount="12" columns="0" objectalignment="bottomleft">
 <tileoffset x="-16" y="16"/>
 <grid orientation="orthogonal" width="1" height="1"/>
 <properties>
  <property name="scattered" type="bool" value="true"/>
 </properties>
 <tile id="0" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="96" height="96" source="../sprites/terrain/tree_1.svg"/>
  <animation>
   <frame tileid="0" duration="480"/>
   <frame tileid="4" duration="480"/>
   <frame tileid="0" duration="480"/>
   <frame tileid="5" duration="480"/>
  </animation>
 </tile>
 <tile id="1" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="96" height="96" source="../sprites/terrain/tree_2.svg"/>
  <animation>
   <frame tileid="1" duration="480"/>
   <frame tileid="6" duration="480"/>
   <frame tileid="1" duration="480"/>
   <frame tileid="7" duration="480"/>
  </animation>
 </tile>
 <tile id="2" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="96" height="96" source="../sprites/terrain/tree_3.svg"/>
  <animation>
   <frame tileid="2" duration="480"/>
   <frame tileid="8" duration="480"/>
   <frame tileid="2" duration="480"/>
   <frame tileid="9" duration="480"/>
  </animation>
 </tile>
 <tile id="3" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="96" height="96" source="../sprites/terrain/tree_pine.svg"/>
  <animation>
   <frame tileid="3" duration="480"/>
   <frame tileid="10" duration="480"/>
   <frame tileid="3" duration="480"/>
   <frame tileid="11" duration="480"/>
  </animation>
 </tile>
 <tile id="4">
  <image width="96" height="96" source="../sprites/terrain/tree_1_frame_2.svg"/>
 </tile>
 <tile id="5">
  <image width="96" height="96" source="../sprites/terrain/tree_1_frame_3.svg"/>
 </tile>
 <tile id="6">
  <image width="96" height="96" source="../sprites/terrain/tree_2_frame_2.svg"/>
 </tile>
 <tile id="7">
  <image width="96" height="96" source="../sprites/terrain/tree_2_frame_3.svg"/>
 </tile>
 <tile id="8">
  <image width="96" height="96" source="../sprites/terrain/tree_3_frame_2.svg"/>
 </tile>
 <tile id="9">
  <image width="96" height="96" source="../sprites/terrain/tree_3_frame_3.svg"/>
 </tile>
 <tile id="10">
  <image width="96" height="96" source="../sprites/terrain/tree_pine_frame_2.svg"/>
 </tile>
 <tile id="11">
  <image width="96" height="96" source="../sprites/terrain/tree_pine_frame_3.svg"/>
 </tile>
</tileset>
