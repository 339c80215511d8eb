// Settings of Git that name no program, and options of single verbs. Git runs what other settings name (`core.fsmonitor`,
// `alias.x`, `filter.x.clean`) in commands that start nothing by their words.

/** Options of `git config` that change nothing, or only remove something, and verbs that do. */
const READS = /^(?:-l|--(?:get|list|unset|remove)[a-z-]*)$/
/** A section may get a name whose keys are programs. */
const RENAMES = /^(?:--ren[a-z-]*|rename-section)$/
const READING_VERB = /^(?:get|list|unset)$/
/** Options that take the next word. */
const VALUED = /^(?:-f|--(?:file|blob|type|default|value|comment))$/
/** Keys, and the sections whose keys all name no program. */
const HARMLESS =
  /^(?:user|author|committer|color|advice|push|pull|fetch|i18n|log|status|commit|rerere|rebase|safe|column|index)\.|^core\.(?:abbrev|autocrlf|bare|eol|filemode|ignorecase|longpaths|quotepath|safecrlf|symlinks|untrackedcache|whitespace)$|^init\.defaultbranch$/i

/** Options of other verbs that run a program (`git grep -GOx`), or bring hooks, cut short as Git takes them. */
const OF_VERBS: ReadonlyMap<string, RegExp> = new Map([
  ['grep', /^-[a-zA-Z]*O/],
  ['init', /^--t/],
])

/** Whether a verb of Git runs nothing else with these words behind it. */
export function isHarmlessGit(verb: string, words: readonly (string | undefined)[]): boolean {
  const harmful = OF_VERBS.get(verb)
  if (harmful !== undefined && words.some((word) => harmful.test(word ?? ''))) return false
  return verb !== 'config' || isHarmlessSetting(words)
}

// Whether `git config` with these words behind it reads, or sets what names no program.
function isHarmlessSetting(words: readonly (string | undefined)[]): boolean {
  const end = words.indexOf('--')
  const options = (end === -1 ? words : words.slice(0, end)).filter(
    (_, at) => !VALUED.test(words[at - 1] ?? ''),
  )
  if (options.some((word) => RENAMES.test(word ?? ''))) return false
  if (options.some((word) => READS.test(word ?? ''))) return true
  const rest = options.filter((word) => word?.startsWith('-') !== true)
  if (end !== -1) rest.push(...words.slice(end + 1))
  const [key, ...values] = rest[0] === 'set' ? rest.slice(1) : rest
  return READING_VERB.test(key ?? '') || values.length === 0 || HARMLESS.test(key ?? '')
}
