// Drops messages that only advertise, before they reach the model.
// All others go on, without the white space around them.

const SPAM = /\b(casino|crypto giveaway|seo backlinks)\b/i

exports.message_received = async (ctx) => {
  if (SPAM.test(ctx.text)) return null
  return { ...ctx, text: ctx.text.trim() }
}
