// The ids of the dialects: the four of the seed texts and the six hosts.

/** As written in configuration, recordings and on the command line. */
export type DialectId =
  | 'secureyeoman'
  | 'kodelet'
  | 'kaizen'
  | 'compilr'
  | 'claude-code'
  | 'vscode'
  | 'copilot'
  | 'codex'
  | 'gemini'
  | 'cursor'
