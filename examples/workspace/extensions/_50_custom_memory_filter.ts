// Decides what the agent may remember: never a card number, and no e-mail address.
// When it looks something up, it leaves trifles out.

import { hasCardNumber, withoutEmails } from './lib/personalData.ts'

export default {
  name: 'custom-memory-filter',
  version: '1.0.0',
  hooks: {
    async memory_save_before(ctx) {
      if (hasCardNumber(ctx.content)) return null
      return { ...ctx, content: withoutEmails(ctx.content) }
    },

    async memory_recall_before(ctx) {
      return { ...ctx, minImportance: ctx.minImportance ?? 0.3 }
    },
  },
}
