// Keeps the agent going when something breaks: a tool that timed out gets an empty answer,
// a model that was overloaded is asked again, and any other error is given a clearer text.

export default {
  onError: [
    function recover({ error, phase, toolName }) {
      if (phase === 'tool' && /timed? ?out/i.test(error.message)) {
        return { recovery: { success: true, result: `${toolName} gave no answer in time; go on without it.` } }
      }
      if (phase === 'llm' && /overloaded/i.test(error.message)) return { handled: true }
      return { error: new Error(`shop agent, ${phase}: ${error.message}`) }
    },
  ],
}
