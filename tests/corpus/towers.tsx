<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" name="towers" tilewidth="24" tileheight="40" tilecount="1" columns="0">
 <tileoffset x="-4" y="6"/>
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0"><properties><property name="solid" type="bool" value="true"/></properties><image width="24" height="40" source="tower.png"/></tile>
</tileset>
