VALUE = "late"
