// A desktop shell's extension: a class is the default.
import { Extension } from 'resource:///org/example/shell/extensions/extension.js'
import * as Main from 'resource:///org/example/shell/ui/main.js'

export default class PanelExtension extends Extension {
  enable() {
    this._indicator = new Main.Indicator(this.metadata.name)
    Main.panel.addToStatusArea(this.uuid, this._indicator)
  }

  disable() {
    this._indicator?.destroy()
    this._indicator = null
  }
}
