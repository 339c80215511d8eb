// One toggle button per sign, with the number of its events; pressing it shows only those.

import { button } from '../../web/dom.ts'
import { glyph } from '../../web/glyphs.ts'
import { matching, tally, toggled, wordsOf } from '../layout/matching.ts'
import type { TimelineModel } from '../layout/model.ts'
import { gravity } from '../layout/shapes.ts'
import type { Texts } from '../texts.ts'

/** Shows the chips for all events, including filtered ones. */
export function showChips(
  place: HTMLElement,
  { all, filter }: TimelineModel,
  names: Texts['signs'],
  use: (filter: string) => void,
): void {
  const words = wordsOf(filter)
  // Excludes the chips' own words, so that another chip can be chosen instead.
  const others = words.filter((word) => !word.startsWith('is:')).join(' ')
  const counts = [...tally(matching(all, others))].toSorted(([one], [two]) => gravity(two) - gravity(one))
  const chips = counts.map(([sign, count]) => {
    const word = `is:${sign}`
    const isOn = words.includes(word)
    return button(
      { class: `chip sign-${sign}`, 'aria-pressed': String(isOn), title: names[sign] },
      () => use(isOn ? toggled(filter, word) : toggled(others, word)),
      glyph(sign),
      `${count} ${names[sign]}`,
    )
  })
  place.replaceChildren(...chips)
}
