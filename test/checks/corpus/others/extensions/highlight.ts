// An extension of a text editor component.
import { Extension } from 'some-editor-core'

export const extension = Extension.create({
  name: 'highlight',
  addOptions: () => ({ multicolor: false }),
  addCommands() {
    return { toggleHighlight: (attributes) => ({ commands }) => commands.toggleMark(this.name, attributes) }
  },
})

export default extension
