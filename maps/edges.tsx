<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="edges" tilewidth="64" tileheight="64" tilecount="18" columns="0" objectalignment="bottomleft">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0">
  <image width="64" height="64" source="../sprites/edges/door_h_closed.svg"/>
 </tile>
 <tile id="1">
  <image width="64" height="64" source="../sprites/edges/door_h_locked.svg"/>
 </tile>
 <tile id="2">
  <image width="64" height="64" source="../sprites/edges/door_h_open.svg"/>
 </tile>
 <tile id="3">
  <image width="64" height="64" source="../sprites/edges/door_v_closed.svg"/>
 </tile>
 <tile id="4">
  <image width="64" height="64" source="../sprites/edges/door_v_locked.svg"/>
 </tile>
 <tile id="5">
  <image width="64" height="64" source="../sprites/edges/door_v_open.svg"/>
 </tile>
 <tile id="6">
  <image width="64" height="64" source="../sprites/edges/low_wall_h.svg"/>
 </tile>
 <tile id="7">
  <image width="64" height="64" source="../sprites/edges/low_wall_v.svg"/>
 </tile>
 <tile id="8">
  <image width="64" height="64" source="../sprites/edges/portcullis_h_closed.svg"/>
 </tile>
 <tile id="9">
  <image width="64" height="64" source="../sprites/edges/portcullis_h_open.svg"/>
 </tile>
 <tile id="10">
  <image width="64" height="64" source="../sprites/edges/portcullis_v_closed.svg"/>
 </tile>
 <tile id="11">
  <image width="64" height="64" source="../sprites/edges/portcullis_v_open.svg"/>
 </tile>
 <tile id="12">
  <image width="64" height="64" source="../sprites/edges/slit_h.svg"/>
 </tile>
 <tile id="13">
  <image width="64" height="64" source="../sprites/edges/slit_v.svg"/>
 </tile>
 <tile id="14">
  <image width="64" height="64" source="../sprites/edges/wall_h.svg"/>
 </tile>
 <tile id="15">
  <image width="64" height="64" source="../sprites/edges/wall_v.svg"/>
 </tile>
 <tile id="16">
  <image width="64" height="64" source="../sprites/edges/window_h.svg"/>
 </tile>
 <tile id="17">
  <image width="64" height="64" source="../sprites/edges/window_v.svg"/>
 </tile>
</tileset>
