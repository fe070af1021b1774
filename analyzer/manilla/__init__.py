"""La Manilla: four players in two pairs, twelve tricks, and a duty to follow, beat and trump."""
