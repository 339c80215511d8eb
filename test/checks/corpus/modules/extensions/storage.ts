// A plain helper module with syntax that hooks could not use; it is no hook.
export enum Level { Debug = 10, Info = 20 }

export namespace Keys {
  export const session = 'session'
}

export class Store<T extends object = Record<string, unknown>> {
  constructor(private readonly backing = new Map<string, T>(), protected level: Level = Level.Info) {}
  get(key: string): T | undefined {
    return this.backing.get(`${Keys.session}:${key}`)
  }
}
