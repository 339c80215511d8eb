// The words of a regular expression that matches nothing else: `^(Edit|Write)$`, `^Bash$`.

const WORDS = /^\^(?:([\w-]+)|\(([\w-]+(?:\|[\w-]+)*)\))\$$/

/** No comparison with more words is judged. */
const MOST = 50

/** The words with their offsets; none where the expression matches anything else. */
export function onlyWords(pattern: string): readonly { readonly word: string; readonly at: number }[] {
  const [, alone = '', several = alone] = WORDS.exec(pattern) ?? []
  let at = pattern.indexOf(several)
  const words = several.split('|')
  if (words.length > MOST) return []
  return words.flatMap((word) => {
    const here = at
    at += word.length + 1
    return word === '' ? [] : [{ word, at: here }]
  })
}
