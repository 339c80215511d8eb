"""What an agent does on its own."""
