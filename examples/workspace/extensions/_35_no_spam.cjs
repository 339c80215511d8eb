// Drops messages that only advertise, before the agent spends a thought on them.
// Everything else goes on, without the white space around it.

const SPAM = /\b(casino|crypto giveaway|seo backlinks)\b/i

exports.message_received = async (ctx) => {
  if (SPAM.test(ctx.text)) return null
  return { ...ctx, text: ctx.text.trim() }
}
