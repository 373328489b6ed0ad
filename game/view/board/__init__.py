"""What lies on the map: its pictures, zones, tokens, overlays, and the camera through which all of it is seen."""
