// Counts the agent's loops and returns the counts after each.
// It is what a Python class would do: Kaizen hooks can be written in TypeScript, too.

export class LoopCounterHook {
  name = 'loop_counter'
  events = ['pre_agent_loop', 'post_agent_loop']
  started = 0
  finished = 0

  async handle(context) {
    if (context.event_type === 'pre_agent_loop') this.started += 1
    else this.finished += 1
    return { success: true, data: { started: this.started, finished: this.finished } }
  }
}
