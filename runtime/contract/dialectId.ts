// The ids of the dialects: the four of the seed texts and the six agents.

/** As configuration, recordings and the command line write it. */
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
