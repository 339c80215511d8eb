// Prevents charges to real cards while an agent works: the tool is skipped and this hook supplies the result.
// `metadata` records that, and the hook on the result adds a note for the model.

export default {
  beforeTool: [
    function mockCharge(context) {
      if (context.toolName !== 'charge_card') return
      context.metadata.mocked = true
      return { skip: true, result: { success: true, result: { charged: context.input.cents, receipt: 'test-0001' } } }
    },
  ],
  afterTool: [
    function sayThatItWasMocked(context) {
      if (context.toolName !== 'charge_card' || !context.metadata.mocked) return
      return { result: { ...context.result, result: { ...context.result.result, note: 'mocked, no money moved' } } }
    },
  ],
}
