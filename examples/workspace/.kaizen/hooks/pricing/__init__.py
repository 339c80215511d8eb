"""What tools cost the shop. A sub-folder, so that Kaizen does not look for hooks in it."""
