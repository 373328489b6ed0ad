<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="ground" tilewidth="64" tileheight="64" tilecount="33" columns="0" objectalignment="bottomleft">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_stone_1.svg"/>
 </tile>
 <tile id="1" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_stone_2.svg"/>
 </tile>
 <tile id="2" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_stone_3.svg"/>
 </tile>
 <tile id="3" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_stone_4.svg"/>
 </tile>
 <tile id="4" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_stone_cracked.svg"/>
 </tile>
 <tile id="5" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_stone_mossy.svg"/>
 </tile>
 <tile id="6" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_cellar_1.svg"/>
 </tile>
 <tile id="7" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_cellar_2.svg"/>
 </tile>
 <tile id="8" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_cellar_3.svg"/>
 </tile>
 <tile id="9" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_cellar_wet.svg"/>
 </tile>
 <tile id="10" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_wood_1.svg"/>
 </tile>
 <tile id="11" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_wood_2.svg"/>
 </tile>
 <tile id="12" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/floor_wood_3.svg"/>
 </tile>
 <tile id="13" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/grass_1.svg"/>
 </tile>
 <tile id="14" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/grass_2.svg"/>
 </tile>
 <tile id="15" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/grass_3.svg"/>
 </tile>
 <tile id="16" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/grass_4.svg"/>
 </tile>
 <tile id="17" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/grass_5.svg"/>
 </tile>
 <tile id="18" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/grass_flowers.svg"/>
 </tile>
 <tile id="19" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/forest_floor_1.svg"/>
 </tile>
 <tile id="20" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/forest_floor_2.svg"/>
 </tile>
 <tile id="21" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/forest_floor_3.svg"/>
 </tile>
 <tile id="22" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/forest_floor_4.svg"/>
 </tile>
 <tile id="23" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/walk_1.svg"/>
 </tile>
 <tile id="24" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/walk_2.svg"/>
 </tile>
 <tile id="25" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/walk_front_1.svg"/>
 </tile>
 <tile id="26" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/walk_front_2.svg"/>
 </tile>
 <tile id="27" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/walk_kerb_1.svg"/>
 </tile>
 <tile id="28" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/walk_kerb_2.svg"/>
 </tile>
 <tile id="29" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/stairs_n.svg"/>
 </tile>
 <tile id="30" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/stairs_s.svg"/>
 </tile>
 <tile id="31" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/stairs_e.svg"/>
 </tile>
 <tile id="32" type="Terrain">
  <image width="64" height="64" source="../sprites/terrain/stairs_w.svg"/>
 </tile>
</tileset>
