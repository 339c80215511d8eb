// The ids of the dialects.

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
