VALUE = "a helper"
