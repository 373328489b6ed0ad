<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="fields" tilewidth="64" tileheight="64" tilecount="33" columns="0" objectalignment="bottomleft">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/plough_1.svg"/>
 </tile>
 <tile id="1" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/plough_2.svg"/>
 </tile>
 <tile id="2" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/plough_edge.svg"/>
 </tile>
 <tile id="3" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/plough_outer.svg"/>
 </tile>
 <tile id="4" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/plough_inner.svg"/>
 </tile>
 <tile id="5" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/wheat_1.svg"/>
 </tile>
 <tile id="6" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/wheat_2.svg"/>
 </tile>
 <tile id="7" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/wheat_edge.svg"/>
 </tile>
 <tile id="8" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/wheat_outer.svg"/>
 </tile>
 <tile id="9" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/wheat_inner.svg"/>
 </tile>
 <tile id="10" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/heather_1.svg"/>
 </tile>
 <tile id="11" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/heather_2.svg"/>
 </tile>
 <tile id="12" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/heather_edge.svg"/>
 </tile>
 <tile id="13" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/heather_outer.svg"/>
 </tile>
 <tile id="14" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/heather_inner.svg"/>
 </tile>
 <tile id="15" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hedge_1.svg"/>
 </tile>
 <tile id="16" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hedge_2.svg"/>
 </tile>
 <tile id="17" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hedge_3.svg"/>
 </tile>
 <tile id="18" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hedge_4.svg"/>
 </tile>
 <tile id="19" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hedge_w.svg"/>
 </tile>
 <tile id="20" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hedge_e.svg"/>
 </tile>
 <tile id="21" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hedge_n.svg"/>
 </tile>
 <tile id="22" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hedge_s.svg"/>
 </tile>
 <tile id="23" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hedge_n_w.svg"/>
 </tile>
 <tile id="24" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hedge_n_e.svg"/>
 </tile>
 <tile id="25" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hedge_s_w.svg"/>
 </tile>
 <tile id="26" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hedge_s_e.svg"/>
 </tile>
 <tile id="27" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="int" value="3"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/gorse.svg"/>
 </tile>
 <tile id="28" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/menhir_1.svg"/>
 </tile>
 <tile id="29" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="blocks_sight" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/menhir_2.svg"/>
 </tile>
 <tile id="30">
  <image width="64" height="64" source="../sprites/terrain/scarecrow.svg"/>
 </tile>
 <tile id="31">
  <image width="64" height="64" source="../sprites/terrain/cabbages_1.svg"/>
 </tile>
 <tile id="32">
  <image width="64" height="64" source="../sprites/terrain/cabbages_2.svg"/>
 </tile>
</tileset>
