// Keeps the agent going after errors: a tool that timed out gets a result saying so,
// an overloaded model is called again, and any other error gets a clearer message.

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
