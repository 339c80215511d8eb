// Declares internal modules of prom-client, which only has types for its main module.

declare module 'prom-client/lib/counter.js' {
  import { Counter } from 'prom-client'
  export = Counter
}

declare module 'prom-client/lib/registry.js' {
  import { Registry } from 'prom-client'
  export = Registry
}
