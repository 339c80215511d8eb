// The options of programs that start another one, as far as they take the next word: `timeout -s KILL`, `sudo -u nobody`.
// The word behind any other option may be the program: `time -p make`, `stdbuf -oL npm`.

type Options = {
  /** Letters of options whose value is the rest of their word, or the next one. */
  readonly letters: string
  /** The beginnings of long ones; they may be cut short. */
  readonly long?: RegExp
}

const OPTIONS: Readonly<Record<string, Options>> = {
  exec: { letters: 'a' },
  command: { letters: '' },
  nohup: { letters: '' },
  setsid: { letters: '' },
  taskset: { letters: '' },
  env: { letters: 'uCS', long: /^--(?:u|c|s)/ },
  time: { letters: 'of', long: /^--(?:o|f)/ },
  nice: { letters: 'n', long: /^--a/ },
  ionice: { letters: 'cnpPu', long: /^--(?:class|pid|pgid|uid)/ },
  chrt: { letters: 'TPD', long: /^--sched/ },
  sudo: {
    letters: 'ughpCcDRrtTUa',
    long: /^--(?:us|gr|ho|prom|clos|chd|chr|rol|typ|command-t|oth|au|log)/,
  },
  doas: { letters: 'uCa' },
  timeout: { letters: 'ks', long: /^--(?:k|s)/ },
  stdbuf: { letters: 'ioe', long: /^--(?:i|o|e)/ },
  flock: { letters: 'wEc', long: /^--(?:t|w|conf|com)/ },
  strace: { letters: 'abeIoOpPsSuUEX', long: /^--(?!f|d|h|v|sy|st)/ },
  chroot: { letters: '', long: /^--(?:g|u)/ },
  unshare: { letters: 'SGRw', long: /^--(?:setu|setg|ro|wd|prop|mono|boot)/ },
  nsenter: { letters: 'tSG', long: /^--(?:t|setu|setg)/ },
  setpriv: { letters: '', long: /^--(?!d|no-new|nnp|cl|k|i|re[st]|h|v)/ },
}

/** Whether an option of the program takes the next word. Of a program that is not in the table, any short one may. */
export function takesWord(program: string, option: string): boolean {
  const known = OPTIONS[program]
  if (known === undefined) return /^-\w+$/.test(option)
  if (option.startsWith('--')) return !option.includes('=') && known.long?.test(option) === true
  if (!/^-\w/.test(option)) return false
  const at = [...option].findIndex((letter, index) => index > 0 && known.letters.includes(letter))
  return at !== -1 && at === option.length - 1
}
