// Where systems keep programs, libraries and settings of their own, and which paths are no files with bytes of their own.
// Paths as text only: whether a folder of a person's lies among the system's is for those who know that folder.

const SYSTEM_FOLDERS =
  /^\/(?:etc|bin|sbin|lib(?:x?32|64)?|usr\/(?:s?bin|lib(?:x?32|64|exec)?|share|games|include|local)|opt\/(?:homebrew|local)|nix|System|Library)(?:\/|$)/
const PROCESS_FOLDERS = /^\/(?:proc|dev\/fd)(?:\/|$)/
const DEVICES = /^\/dev\/(?:null|zero|full|u?random|std(?:in|out|err)|tty|console)$/

/** Whether an absolute path without `..` is below the folders in which systems keep programs. */
export function isSystemPath(path: string): boolean {
  return SYSTEM_FOLDERS.test(path)
}

/** Whether a path, as it is written, means another file for each process that opens it: `/proc/self/cwd/x`. */
export function isOfProcess(path: string): boolean {
  return PROCESS_FOLDERS.test(path)
}

/** Whether what is read there is no file: nothing, an input, a terminal. */
export function isDevice(path: string): boolean {
  return DEVICES.test(path)
}
