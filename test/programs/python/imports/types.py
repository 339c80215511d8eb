raise RuntimeError("the module beside the hook must not be taken for the library")
