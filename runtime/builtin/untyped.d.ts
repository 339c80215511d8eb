// Parts of prom-client, which types only its whole.

declare module 'prom-client/lib/counter.js' {
  import { Counter } from 'prom-client'
  export = Counter
}

declare module 'prom-client/lib/registry.js' {
  import { Registry } from 'prom-client'
  export = Registry
}
