import json
from types import SimpleNamespace

import helper
import lib.deep
from lib.deep import VALUE as value
from .lib import NAME


class Imports:
    def handle(self, context):
        return {"helper": helper.VALUE, "deep": lib.deep.VALUE, "value": value, "name": NAME, "file": helper.__file__}


class ImportsLate:
    def handle(self, context):
        import late

        return {"late": late.VALUE}
