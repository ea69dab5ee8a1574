"""The judge for plain prose: claims against the text of a cited page, without any catalogue."""
