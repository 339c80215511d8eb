from . import NAME
VALUE = "deep in " + NAME
