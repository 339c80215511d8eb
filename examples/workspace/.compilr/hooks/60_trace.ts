// Prints one line after each iteration: its number, the tools it used, the tokens so far.
// The tokens come from another file's hook, through `metadata`.

export default {
  afterIteration: [
    function report(context) {
      const tools = context.toolCalls.map((call) => call.name).join(', ') || 'text only'
      console.log(`iteration ${context.iteration}: ${tools}; ${context.metadata.tokens ?? 0} tokens so far`)
    },
  ],
}
