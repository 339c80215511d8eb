// The tokens of jq programs as sticky patterns, and words with a meaning of their own.

export const NAME = /(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*/y
export const VARIABLE = /\$\s*(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*/y
export const OPERATOR = /\/\/=?|\|=|\||==|!=|<=|>=|<|>|[-+*/%]=?|=|(?:and|or)(?![\w:])/y
export const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
/** Keywords that begin no operand. */
export const STRAY: ReadonlySet<string> = new Set('then elif else end as and or catch'.split(' '))
/** Keywords of modules. */
export const OUTSIDE: ReadonlySet<string> = new Set(['import', 'include', 'module'])
/** Variables that jq itself defines. */
export const SET = ['ENV', 'ARGS', '__loc__', '__prog_args', '__prog_name', 'JQ_BUILD_CONFIGURATION']
