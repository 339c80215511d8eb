// Paths where systems keep programs, libraries and their settings, and paths that are not regular files.
// Compares text only: callers that know the user's folders check whether one of them is below a system folder.

const SYSTEM_FOLDERS =
  /^\/(?:etc|bin|sbin|lib(?:x?32|64)?|usr\/(?:s?bin|lib(?:x?32|64|exec)?|share|games|include|local)|opt\/(?:homebrew|local)|nix|System|Library)(?:\/|$)/
const PROCESS_FOLDERS = /^\/(?:proc|dev\/fd)(?:\/|$)/
const DEVICES = /^\/dev\/(?:null|zero|full|u?random|std(?:in|out|err)|tty|console)$/

/** Whether an absolute path without `..` is below the folders in which systems keep programs. */
export function isSystemPath(path: string): boolean {
  return SYSTEM_FOLDERS.test(path)
}

/** Whether a path, as written, refers to another file in each process that opens it: `/proc/self/cwd/x`. */
export function isOfProcess(path: string): boolean {
  return PROCESS_FOLDERS.test(path)
}

/** Whether a path is a device, such as a null device, a standard stream or a terminal. */
export function isDevice(path: string): boolean {
  return DEVICES.test(path)
}
