// Loaded first in every thread that a hook starts: what is kept from the hook is kept from it, too.

import { guardProcess } from './guard.ts'

guardProcess()
