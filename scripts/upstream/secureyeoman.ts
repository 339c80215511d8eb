// Predicts SecureYeoman's rows: a configuration file, and the folder from which extensions are then loaded.

import { join, resolve } from 'node:path'
import { isObject, type Json, type JsonObject } from '../../runtime/contract/json.ts'
import { ExtensionManager } from '../../runtime/managers/secureyeoman.ts'
import { onGround, writeFile } from './ground.ts'

const FILE = 'secureyeoman.yaml'

/** Hookbench's result for one row's input; undefined for unsupported kinds of input. */
export async function predict(input: Json): Promise<Json | undefined> {
  if (!isObject(input) || Object.keys(input).length > 1) return undefined
  const configuration = input[FILE]
  const extensions = isObject(configuration) ? configuration.extensions : undefined
  if (!isObject(extensions) || typeof extensions.directory !== 'string') return undefined
  return isScanned(configuration as JsonObject, extensions.directory)
}

// Whether an extension in that folder is loaded.
function isScanned(configuration: JsonObject, directory: string): Promise<Json | undefined> {
  return onGround(async ({ workspace, home }) => {
    const folder = resolve(workspace, directory)
    if (!folder.startsWith(join(workspace, '/'))) return undefined
    // JSON is valid YAML.
    writeFile(join(workspace, FILE), JSON.stringify(configuration))
    const path = writeFile(join(folder, 'probe.mjs'), 'export async function agent_init() {}\n')
    await using manager = new ExtensionManager({
      workspace,
      home,
      trust: 'workspace',
      hotReload: false,
      log: () => {},
    })
    await manager.loadExtensions()
    const loaded = manager.getLoadedExtensions().some((one) => one.path === path && one.state === 'active')
    return { directory_scanned: loaded ? directory : null }
  })
}
