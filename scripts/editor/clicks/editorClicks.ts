// Editors of hooks and payloads: title bars, keys, lenses, and the buttons of the messages that come of them.

import { asked, type Click, lens, modal, opened, pressed, told } from './click.ts'
import { FILES, HOOKS } from './place.ts'

const { runs, waits, fails } = HOOKS

export const EDITOR_CLICKS: readonly Click[] = [
  {
    key: 'editor/title/run hookbench.replay navigation@1',
    before: opened(FILES.payload),
    seen: told('_10_guard: deny in'),
  },
  {
    key: 'key hookbench.replay',
    before: opened(FILES.payload),
    use: pressed('Control+Alt+r'),
    seen: told('_10_guard: deny in'),
  },
  {
    key: 'key hookbench.replayAgain',
    before: opened(FILES.runs),
    use: pressed('Control+Alt+Shift+r'),
    seen: told('_10_guard: '),
  },
  { key: 'lens Replay', before: opened(FILES.runs), use: lens('Replay'), seen: asked('Which payload?') },
  { key: 'lens Debug', use: lens('Debug'), seen: asked(`Debug ${runs.name}`) },
  {
    key: 'lens trust',
    before: opened(`extensions/${waits.name}.ts`),
    use: lens('trust it'),
    seen: modal(`Let ${waits.name} run?`),
  },
  {
    key: 'message Trust…',
    use: async (at) => {
      await at.row('Hooks', waits.name).hover()
      await lens('Replay')(at)
      await at.asked('Which payload?')
      await at.take()
      await at.pressIn(at.message('it is not trusted yet'), 'Trust…')
    },
    seen: modal(`Let ${waits.name} run?`),
  },
  {
    key: 'message Debug…',
    use: async (at) => {
      await at.inline(at.row('Hooks', fails.name), 'Replay Payload')
      await at.asked('Which payload?')
      await at.take()
      await at
        .message(/_30_failing: crashed in .*nobody is home/)
        .locator('.codicon-error')
        .waitFor()
      await at.pressIn(at.message('_30_failing: crashed'), 'Debug…')
    },
    seen: asked(`Debug ${fails.name}`),
  },
]
