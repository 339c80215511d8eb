export const before = 1

enum Colour {
  Red,
}
export const tool_execute_before = () => ({ colour: Colour.Red })
