// The parts of two untyped packages that Hookbench uses.

declare module 'picomatch' {
  type Options = { readonly bash?: boolean; readonly dot?: boolean; readonly nonegate?: boolean }
  function picomatch(glob: string | readonly string[], options?: Options): (text: string) => boolean
  export = picomatch
}

declare module 'write-file-atomic' {
  type Options = { readonly mode?: number; readonly fsync?: boolean }
  function writeFileAtomic(path: string, data: string | Uint8Array, options?: Options): Promise<void>
  namespace writeFileAtomic {
    function sync(path: string, data: string | Uint8Array, options?: Options): void
  }
  export = writeFileAtomic
}
