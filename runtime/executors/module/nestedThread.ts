// Loaded first in every thread that a hook starts: applies the same protections as in the hook's own thread.

import { guardProcess } from './guard.ts'

guardProcess()
