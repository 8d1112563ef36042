"""The tools that all pictures are drawn with: pens, colours, letters, glyphs, the placing of labels."""
