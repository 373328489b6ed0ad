<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="water" tilewidth="64" tileheight="64" tilecount="24" columns="0" objectalignment="bottomleft">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ford_1.svg"/>
 </tile>
 <tile id="1" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ford_2.svg"/>
 </tile>
 <tile id="2" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ford_edge.svg"/>
 </tile>
 <tile id="3" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ford_outer.svg"/>
 </tile>
 <tile id="4" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ford_inner.svg"/>
 </tile>
 <tile id="5" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/river_1.svg"/>
 </tile>
 <tile id="6" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/river_2.svg"/>
 </tile>
 <tile id="7" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/river_edge.svg"/>
 </tile>
 <tile id="8" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/river_outer.svg"/>
 </tile>
 <tile id="9" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/river_inner.svg"/>
 </tile>
 <tile id="10" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/rapids_1.svg"/>
 </tile>
 <tile id="11" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/rapids_2.svg"/>
 </tile>
 <tile id="12" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/reeds_1.svg"/>
 </tile>
 <tile id="13" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/reeds_2.svg"/>
 </tile>
 <tile id="14" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/river_rock.svg"/>
 </tile>
 <tile id="15" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/bridge_1.svg"/>
 </tile>
 <tile id="16" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/bridge_2.svg"/>
 </tile>
 <tile id="17" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/footbridge_1.svg"/>
 </tile>
 <tile id="18" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/footbridge_2.svg"/>
 </tile>
 <tile id="19" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/jetty_1.svg"/>
 </tile>
 <tile id="20" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/jetty_2.svg"/>
 </tile>
 <tile id="21" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="2"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/boat_w.svg"/>
 </tile>
 <tile id="22" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="2"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/boat_e.svg"/>
 </tile>
 <tile id="23">
  <image width="64" height="64" source="../sprites/terrain/lamp_post.svg"/>
 </tile>
</tileset>
