<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="props" tilewidth="64" tileheight="64" tilecount="53" columns="0" objectalignment="bottomleft">
 <grid orientation="orthogonal" width="1" height="1"/>
 <properties>
  <property name="scattered" type="bool" value="true"/>
 </properties>
 <tile id="0" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/crate_1.svg"/>
 </tile>
 <tile id="1" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/crate_2.svg"/>
 </tile>
 <tile id="2" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/barrel_1.svg"/>
 </tile>
 <tile id="3" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/barrels.svg"/>
 </tile>
 <tile id="4" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
   <property name="height" type="float" value="2"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/sacks.svg"/>
 </tile>
 <tile id="5" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/hay_bale.svg"/>
 </tile>
 <tile id="6" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/table.svg"/>
 </tile>
 <tile id="7" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="6"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/shelf.svg"/>
 </tile>
 <tile id="8" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="6"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/bottles.svg"/>
 </tile>
 <tile id="9" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
   <property name="height" type="float" value="2"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/chest.svg"/>
 </tile>
 <tile id="10" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/well.svg"/>
 </tile>
 <tile id="11" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/cart_w.svg"/>
 </tile>
 <tile id="12" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/cart_e.svg"/>
 </tile>
 <tile id="13" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/brazier.svg"/>
  <animation>
   <frame tileid="13" duration="120"/>
   <frame tileid="41" duration="120"/>
   <frame tileid="42" duration="120"/>
   <frame tileid="43" duration="120"/>
   <frame tileid="44" duration="120"/>
   <frame tileid="42" duration="120"/>
   <frame tileid="41" duration="120"/>
   <frame tileid="43" duration="120"/>
  </animation>
 </tile>
 <tile id="14">
  <image width="64" height="64" source="../sprites/terrain/campfire.svg"/>
  <animation>
   <frame tileid="14" duration="120"/>
   <frame tileid="45" duration="120"/>
   <frame tileid="46" duration="120"/>
   <frame tileid="47" duration="120"/>
   <frame tileid="48" duration="120"/>
   <frame tileid="46" duration="120"/>
   <frame tileid="45" duration="120"/>
   <frame tileid="47" duration="120"/>
  </animation>
 </tile>
 <tile id="15">
  <image width="64" height="64" source="../sprites/terrain/lever_up.svg"/>
 </tile>
 <tile id="16">
  <image width="64" height="64" source="../sprites/terrain/lever_down.svg"/>
 </tile>
 <tile id="17">
  <image width="64" height="64" source="../sprites/terrain/torch.svg"/>
  <animation>
   <frame tileid="17" duration="120"/>
   <frame tileid="49" duration="120"/>
   <frame tileid="50" duration="120"/>
   <frame tileid="51" duration="120"/>
   <frame tileid="52" duration="120"/>
   <frame tileid="50" duration="120"/>
   <frame tileid="49" duration="120"/>
   <frame tileid="51" duration="120"/>
  </animation>
 </tile>
 <tile id="18">
  <image width="64" height="64" source="../sprites/terrain/trap_spikes.svg"/>
 </tile>
 <tile id="19">
  <image width="64" height="64" source="../sprites/terrain/bones.svg"/>
 </tile>
 <tile id="20">
  <image width="64" height="64" source="../sprites/terrain/puddle.svg"/>
 </tile>
 <tile id="21">
  <image width="64" height="64" source="../sprites/terrain/rug_w.svg"/>
 </tile>
 <tile id="22">
  <image width="64" height="64" source="../sprites/terrain/rug_e.svg"/>
 </tile>
 <tile id="23" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="4"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/target.svg"/>
 </tile>
 <tile id="24">
  <image width="64" height="64" source="../sprites/terrain/signpost.svg"/>
 </tile>
 <tile id="25" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/rubble_loose.svg"/>
 </tile>
 <tile id="26" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/boulder_1.svg"/>
 </tile>
 <tile id="27" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="4"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/boulder_2.svg"/>
 </tile>
 <tile id="28">
  <image width="64" height="64" source="../sprites/terrain/stones.svg"/>
 </tile>
 <tile id="29" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/log_w.svg"/>
 </tile>
 <tile id="30" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/log_e.svg"/>
 </tile>
 <tile id="31" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/log_n.svg"/>
 </tile>
 <tile id="32" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/log_s.svg"/>
 </tile>
 <tile id="33" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
   <property name="height" type="float" value="2"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/stump.svg"/>
 </tile>
 <tile id="34">
  <image width="64" height="64" source="../sprites/terrain/mushrooms.svg"/>
 </tile>
 <tile id="35" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/undergrowth_1.svg"/>
 </tile>
 <tile id="36" type="Terrain">
  <properties>
   <property name="difficult" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/undergrowth_2.svg"/>
 </tile>
 <tile id="37" type="Terrain">
  <properties>
   <property name="move_cost" type="int" value="3"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/brambles.svg"/>
 </tile>
 <tile id="38" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/bush_1.svg"/>
 </tile>
 <tile id="39" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/bush_2.svg"/>
 </tile>
 <tile id="40" type="Terrain">
  <properties>
   <property name="blocks_move" type="bool" value="true"/>
   <property name="height" type="float" value="3"/>
   <property name="pierceable" type="bool" value="true"/>
  </properties>
  <image width="64" height="64" source="../sprites/terrain/bush_berries.svg"/>
 </tile>
 <tile id="41">
  <image width="64" height="64" source="../sprites/terrain/brazier_frame_2.svg"/>
 </tile>
 <tile id="42">
  <image width="64" height="64" source="../sprites/terrain/brazier_frame_3.svg"/>
 </tile>
 <tile id="43">
  <image width="64" height="64" source="../sprites/terrain/brazier_frame_4.svg"/>
 </tile>
 <tile id="44">
  <image width="64" height="64" source="../sprites/terrain/brazier_frame_5.svg"/>
 </tile>
 <tile id="45">
  <image width="64" height="64" source="../sprites/terrain/campfire_frame_2.svg"/>
 </tile>
 <tile id="46">
  <image width="64" height="64" source="../sprites/terrain/campfire_frame_3.svg"/>
 </tile>
 <tile id="47">
  <image width="64" height="64" source="../sprites/terrain/campfire_frame_4.svg"/>
 </tile>
 <tile id="48">
  <image width="64" height="64" source="../sprites/terrain/campfire_frame_5.svg"/>
 </tile>
 <tile id="49">
  <image width="64" height="64" source="../sprites/terrain/torch_frame_2.svg"/>
 </tile>
 <tile id="50">
  <image width="64" height="64" source="../sprites/terrain/torch_frame_3.svg"/>
 </tile>
 <tile id="51">
  <image width="64" height="64" source="../sprites/terrain/torch_frame_4.svg"/>
 </tile>
 <tile id="52">
  <image width="64" height="64" source="../sprites/terrain/torch_frame_5.svg"/>
 </tile>
</tileset>
