// Settings of Git that name no program. Git runs what the others name (`core.fsmonitor`, `alias.x`, `filter.x.clean`) in
// commands that start nothing by their words.

/** Options of `git config` that change nothing, or only remove something, and verbs that do. */
const READS = /^(?:-l|--(?:get|list|show|unset|remove)[a-z-]*)$/
const READING_VERB = /^(?:get|list|unset)$/
/** Options that take the next word. */
const VALUED = /^(?:-f|--(?:file|blob|type|default|value|comment))$/
/** Keys, and the sections whose keys all name no program. */
const HARMLESS =
  /^(?:user|author|committer|color|advice|push|pull|fetch|i18n|log|status|commit|rerere|rebase|safe|column|index)\.|^core\.(?:abbrev|autocrlf|bare|eol|filemode|ignorecase|longpaths|quotepath|safecrlf|symlinks|untrackedcache|whitespace)$|^init\.defaultbranch$/i

/** Whether `git config` with these words behind it reads, or sets what names no program. */
export function isHarmlessSetting(words: readonly (string | undefined)[]): boolean {
  if (words.some((word) => READS.test(word ?? ''))) return true
  const rest = words.filter((word, at) => word?.startsWith('-') !== true && !VALUED.test(words[at - 1] ?? ''))
  const [key, ...values] = rest[0] === 'set' ? rest.slice(1) : rest
  return READING_VERB.test(key ?? '') || values.length === 0 || HARMLESS.test(key ?? '')
}
