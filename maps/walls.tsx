<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="walls" tilewidth="64" tileheight="64" tilecount="20" columns="0" objectalignment="bottomleft">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/wall_1.svg"/>
 </tile>
 <tile id="1" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/wall_2.svg"/>
 </tile>
 <tile id="2" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/wall_3.svg"/>
 </tile>
 <tile id="3" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/wall_top_1.svg"/>
 </tile>
 <tile id="4" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/wall_top_2.svg"/>
 </tile>
 <tile id="5" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/wall_top_3.svg"/>
 </tile>
 <tile id="6" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/wall_top_4.svg"/>
 </tile>
 <tile id="7" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/brick_1.svg"/>
 </tile>
 <tile id="8" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/brick_2.svg"/>
 </tile>
 <tile id="9" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/brick_3.svg"/>
 </tile>
 <tile id="10" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/brick_top_1.svg"/>
 </tile>
 <tile id="11" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/brick_top_2.svg"/>
 </tile>
 <tile id="12" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/brick_top_3.svg"/>
 </tile>
 <tile id="13" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/brick_top_4.svg"/>
 </tile>
 <tile id="14" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/earth_1.svg"/>
 </tile>
 <tile id="15" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/earth_2.svg"/>
 </tile>
 <tile id="16" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
   <property name="gap" type="float" value="1"/>
   <property name="gap_axis" propertytype="GapAxis" value="y"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/slit_y.svg"/>
 </tile>
 <tile id="17" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
   <property name="gap" type="float" value="1"/>
   <property name="gap_axis" propertytype="GapAxis" value="y"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/slit_y_top.svg"/>
 </tile>
 <tile id="18" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
   <property name="gap" type="float" value="1"/>
   <property name="gap_axis" propertytype="GapAxis" value="x"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/slit_x.svg"/>
 </tile>
 <tile id="19" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
   <property name="gap" type="float" value="1"/>
   <property name="gap_axis" propertytype="GapAxis" value="x"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/slit_x_top.svg"/>
 </tile>
</tileset>
