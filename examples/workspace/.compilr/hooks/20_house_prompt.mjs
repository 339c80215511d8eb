// Adds the shop's rules to the system prompt, and keeps tools that deploy away from the model.
// A new system prompt also replaces the first message.

const RULES = 'Money is whole cents. Never round twice. Tests come with every change.'

export default {
  beforeLLM: [
    function houseRules({ systemPrompt }) {
      if (!systemPrompt.includes(RULES)) return { systemPrompt: `${systemPrompt}\n\n${RULES}` }
    },
    function noDeployments({ tools }) {
      const allowed = tools.filter((tool) => tool.name !== 'deploy')
      if (allowed.length < tools.length) return { tools: allowed }
    },
  ],
}
