NAME = "lib"
