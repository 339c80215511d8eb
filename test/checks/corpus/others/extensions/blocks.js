// Blocks of a visual language, as a script of a page defines them.
(function (Scratch) {
  'use strict'
  class Blocks {
    getInfo() {
      return { id: 'blocks', name: 'Blocks', blocks: [{ opcode: 'hello', blockType: Scratch.BlockType.REPORTER, text: 'hello' }] }
    }
    hello() { return 'hello' }
  }
  Scratch.extensions.register(new Blocks())
})(Scratch)
