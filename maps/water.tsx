<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="water" tilewidth="64" tileheight="64" tilecount="64" columns="0" objectalignment="bottomleft">
 <grid orientation="orthogonal" width="1" height="1"/>
 <properties>
  <property name="scattered" type="bool" value="true"/>
 </properties>
 <tile id="0" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ford_1.svg"/>
  <animation>
   <frame tileid="0" duration="480"/>
   <frame tileid="24" duration="480"/>
   <frame tileid="25" duration="480"/>
   <frame tileid="26" duration="480"/>
  </animation>
 </tile>
 <tile id="1" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ford_2.svg"/>
  <animation>
   <frame tileid="1" duration="480"/>
   <frame tileid="27" duration="480"/>
   <frame tileid="28" duration="480"/>
   <frame tileid="29" duration="480"/>
  </animation>
 </tile>
 <tile id="2" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ford_edge.svg"/>
  <animation>
   <frame tileid="2" duration="480"/>
   <frame tileid="30" duration="480"/>
   <frame tileid="31" duration="480"/>
   <frame tileid="32" duration="480"/>
  </animation>
 </tile>
 <tile id="3" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ford_outer.svg"/>
  <animation>
   <frame tileid="3" duration="480"/>
   <frame tileid="33" duration="480"/>
   <frame tileid="34" duration="480"/>
   <frame tileid="35" duration="480"/>
  </animation>
 </tile>
 <tile id="4" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/ford_inner.svg"/>
  <animation>
   <frame tileid="4" duration="480"/>
   <frame tileid="36" duration="480"/>
   <frame tileid="37" duration="480"/>
   <frame tileid="38" duration="480"/>
  </animation>
 </tile>
 <tile id="5" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/river_1.svg"/>
  <animation>
   <frame tileid="5" duration="480"/>
   <frame tileid="39" duration="480"/>
   <frame tileid="40" duration="480"/>
   <frame tileid="41" duration="480"/>
  </animation>
 </tile>
 <tile id="6" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/river_2.svg"/>
  <animation>
   <frame tileid="6" duration="480"/>
   <frame tileid="42" duration="480"/>
   <frame tileid="43" duration="480"/>
   <frame tileid="44" duration="480"/>
  </animation>
 </tile>
 <tile id="7" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/river_edge.svg"/>
  <animation>
   <frame tileid="7" duration="480"/>
   <frame tileid="45" duration="480"/>
   <frame tileid="46" duration="480"/>
   <frame tileid="47" duration="480"/>
  </animation>
 </tile>
 <tile id="8" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/river_outer.svg"/>
  <animation>
   <frame tileid="8" duration="480"/>
   <frame tileid="48" duration="480"/>
   <frame tileid="49" duration="480"/>
   <frame tileid="50" duration="480"/>
  </animation>
 </tile>
 <tile id="9" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/river_inner.svg"/>
  <animation>
   <frame tileid="9" duration="480"/>
   <frame tileid="51" duration="480"/>
   <frame tileid="52" duration="480"/>
   <frame tileid="53" duration="480"/>
  </animation>
 </tile>
 <tile id="10" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/rapids_1.svg"/>
  <animation>
   <frame tileid="10" duration="240"/>
   <frame tileid="54" duration="240"/>
   <frame tileid="55" duration="240"/>
   <frame tileid="56" duration="240"/>
  </animation>
 </tile>
 <tile id="11" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/rapids_2.svg"/>
  <animation>
   <frame tileid="11" duration="240"/>
   <frame tileid="57" duration="240"/>
   <frame tileid="58" duration="240"/>
   <frame tileid="59" duration="240"/>
  </animation>
 </tile>
 <tile id="12" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/reeds_1.svg"/>
  <animation>
   <frame tileid="12" duration="480"/>
   <frame tileid="60" duration="480"/>
   <frame tileid="12" duration="480"/>
   <frame tileid="61" duration="480"/>
  </animation>
 </tile>
 <tile id="13" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/reeds_2.svg"/>
  <animation>
   <frame tileid="13" duration="480"/>
   <frame tileid="62" duration="480"/>
   <frame tileid="13" duration="480"/>
   <frame tileid="63" duration="480"/>
  </animation>
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
 <tile id="24">
  <image width="64" height="64" source="../sprites/terrain/ford_1_frame_2.svg"/>
 </tile>
 <tile id="25">
  <image width="64" height="64" source="../sprites/terrain/ford_1_frame_3.svg"/>
 </tile>
 <tile id="26">
  <image width="64" height="64" source="../sprites/terrain/ford_1_frame_4.svg"/>
 </tile>
 <tile id="27">
  <image width="64" height="64" source="../sprites/terrain/ford_2_frame_2.svg"/>
 </tile>
 <tile id="28">
  <image width="64" height="64" source="../sprites/terrain/ford_2_frame_3.svg"/>
 </tile>
 <tile id="29">
  <image width="64" height="64" source="../sprites/terrain/ford_2_frame_4.svg"/>
 </tile>
 <tile id="30">
  <image width="64" height="64" source="../sprites/terrain/ford_edge_frame_2.svg"/>
 </tile>
 <tile id="31">
  <image width="64" height="64" source="../sprites/terrain/ford_edge_frame_3.svg"/>
 </tile>
 <tile id="32">
  <image width="64" height="64" source="../sprites/terrain/ford_edge_frame_4.svg"/>
 </tile>
 <tile id="33">
  <image width="64" height="64" source="../sprites/terrain/ford_outer_frame_2.svg"/>
 </tile>
 <tile id="34">
  <image width="64" height="64" source="../sprites/terrain/ford_outer_frame_3.svg"/>
 </tile>
 <tile id="35">
  <image width="64" height="64" source="../sprites/terrain/ford_outer_frame_4.svg"/>
 </tile>
 <tile id="36">
  <image width="64" height="64" source="../sprites/terrain/ford_inner_frame_2.svg"/>
 </tile>
 <tile id="37">
  <image width="64" height="64" source="../sprites/terrain/ford_inner_frame_3.svg"/>
 </tile>
 <tile id="38">
  <image width="64" height="64" source="../sprites/terrain/ford_inner_frame_4.svg"/>
 </tile>
 <tile id="39">
  <image width="64" height="64" source="../sprites/terrain/river_1_frame_2.svg"/>
 </tile>
 <tile id="40">
  <image width="64" height="64" source="../sprites/terrain/river_1_frame_3.svg"/>
 </tile>
 <tile id="41">
  <image width="64" height="64" source="../sprites/terrain/river_1_frame_4.svg"/>
 </tile>
 <tile id="42">
  <image width="64" height="64" source="../sprites/terrain/river_2_frame_2.svg"/>
 </tile>
 <tile id="43">
  <image width="64" height="64" source="../sprites/terrain/river_2_frame_3.svg"/>
 </tile>
 <tile id="44">
  <image width="64" height="64" source="../sprites/terrain/river_2_frame_4.svg"/>
 </tile>
 <tile id="45">
  <image width="64" height="64" source="../sprites/terrain/river_edge_frame_2.svg"/>
 </tile>
 <tile id="46">
  <image width="64" height="64" source="../sprites/terrain/river_edge_frame_3.svg"/>
 </tile>
 <tile id="47">
  <image width="64" height="64" source="../sprites/terrain/river_edge_frame_4.svg"/>
 </tile>
 <tile id="48">
  <image width="64" height="64" source="../sprites/terrain/river_outer_frame_2.svg"/>
 </tile>
 <tile id="49">
  <image width="64" height="64" source="../sprites/terrain/river_outer_frame_3.svg"/>
 </tile>
 <tile id="50">
  <image width="64" height="64" source="../sprites/terrain/river_outer_frame_4.svg"/>
 </tile>
 <tile id="51">
  <image width="64" height="64" source="../sprites/terrain/river_inner_frame_2.svg"/>
 </tile>
 <tile id="52">
  <image width="64" height="64" source="../sprites/terrain/river_inner_frame_3.svg"/>
 </tile>
 <tile id="53">
  <image width="64" height="64" source="../sprites/terrain/river_inner_frame_4.svg"/>
 </tile>
 <tile id="54">
  <image width="64" height="64" source="../sprites/terrain/rapids_1_frame_2.svg"/>
 </tile>
 <tile id="55">
  <image width="64" height="64" source="../sprites/terrain/rapids_1_frame_3.svg"/>
 </tile>
 <tile id="56">
  <image width="64" height="64" source="../sprites/terrain/rapids_1_frame_4.svg"/>
 </tile>
 <tile id="57">
  <image width="64" height="64" source="../sprites/terrain/rapids_2_frame_2.svg"/>
 </tile>
 <tile id="58">
  <image width="64" height="64" source="../sprites/terrain/rapids_2_frame_3.svg"/>
 </tile>
 <tile id="59">
  <image width="64" height="64" source="../sprites/terrain/rapids_2_frame_4.svg"/>
 </tile>
 <tile id="60">
  <image width="64" height="64" source="../sprites/terrain/reeds_1_frame_2.svg"/>
 </tile>
 <tile id="61">
  <image width="64" height="64" source="../sprites/terrain/reeds_1_frame_3.svg"/>
 </tile>
 <tile id="62">
  <image width="64" height="64" source="../sprites/terrain/reeds_2_frame_2.svg"/>
 </tile>
 <tile id="63">
  <image width="64" height="64" source="../sprites/terrain/reeds_2_frame_3.svg"/>
 </tile>
</tileset>
