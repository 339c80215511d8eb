// The verbs of the command line as methods of the hook server: the same names, the same JSON.
// The verbs are implemented in their own files; here they only get their parameters from a request.

import { resolve } from 'node:path'
import Type from 'typebox'
import { recordOf } from '../contract/dialects/index.ts'
import { recordingsFolder } from '../recordings/folder.ts'
import { recordingState, setRecording } from '../recordings/state.ts'
import { type Methods, method } from '../sessions/method.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { checkFiles } from './check.ts'
import { convertMethod } from './convertMethod.ts'
import { findHook } from './find.ts'
import { gatesOf } from './gates.ts'
import { hookJson } from './hookJson.ts'
import { wantedHooks } from './list.ts'
import { writeHook } from './new.ts'
import { pluginMethods } from './pluginMethods.ts'
import { eventOf, importInto, listCounted, loadNamed } from './recordings.ts'
import { MOST_JOBS, replayTargets } from './replay.ts'
import { runOnce } from './runOnce.ts'
import { placed, saveMethod } from './saveMethod.ts'
import { showMethods } from './showMethods.ts'
import { countRecorded } from './stats.ts'
import { targets } from './targets.ts'
import { testCases } from './test.ts'
import { trustMethods } from './trustMethods.ts'
import { oneDialectHere, optionsAt, UsageError } from './usage.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))
const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const texts = (description: string) => Type.Array(Type.String(), { description })
const event = Type.String({ description: 'The event, spelled as in its dialect.' })
const workspace = text("The workspace folder; the server's own unless given.")
const dialect = text('The dialect, where several have the event.')
const closed = { additionalProperties: false }

/** All methods. `open`: the options that the server's own workspace was opened with. */
export function verbMethods(open: OpenOptions): Methods {
  const opening = (root: string): OpenOptions => ({ ...optionsAt(open, root), watch: false })
  return {
    list: method(
      Type.Object({ workspace, dialect, event: text('Only hooks bound to it.') }, closed),
      (params, { within }) =>
        within(params.workspace, (opened) => opened.list().filter(wantedHooks(params)).map(hookJson)),
    ),
    explain: method(
      Type.Object(
        {
          workspace,
          event,
          dialect,
          payload: Type.Optional(Type.Unknown()),
          hook: text('Of this hook also every gate, in `gates`: id, name or path.'),
        },
        closed,
      ),
      ({ event, payload, hook: named, ...params }, { within }) =>
        within(params.workspace, async (opened) => {
          const hook = named === undefined ? undefined : findHook(opened.list(), named)
          const id = hook?.dialect ?? oneDialectHere(event, params.dialect, opened.list())
          const given = payload === undefined ? recordOf(id, event)?.example : payload
          const plan = opened.explain(event, given, { dialect: id })
          return hook === undefined
            ? plan
            : { ...plan, gates: await gatesOf(opened, hook, { event, payload: given }) }
        }),
    ),
    check: method(
      Type.Object(
        {
          workspace,
          paths: Type.Optional(texts('Only these files and folders.')),
          severity: Type.Optional(
            Type.Union([Type.Literal('error'), Type.Literal('warning'), Type.Literal('info')], {
              description: 'Leave out findings of lower severity.',
            }),
          ),
        },
        closed,
      ),
      async ({ workspace: named, ...params }, { root }) => {
        const checked = await checkFiles({ root: root(named), home: open.home, ...params })
        return checked.flatMap(({ findings }) => findings)
      },
    ),
    run: method(
      Type.Object(
        {
          workspace,
          event,
          dialect,
          payload: Type.Unknown({ description: 'What goes into the hooks.' }),
          hook: text('Only this hook.'),
          record: flag('Write a recording.'),
          strict: flag('Refuse a payload that does not match its schema.'),
          failClosed: flag('A hook that fails stops the operation.'),
        },
        closed,
      ),
      ({ event, payload, dialect, workspace: named, ...options }, { within, signal }) =>
        within(named, async (opened) => {
          const id = oneDialectHere(event, dialect, opened.list())
          return (await runOnce(opened, id, event, payload, options, signal)).outcome
        }),
    ),
    replay: method(
      Type.Object(
        {
          workspace,
          recordings: texts('Recordings (a path, the beginning of a name, a session, `latest`) or one case.'),
          hook: text('Only this hook, on what it was given then.'),
          event: text('Only this event: its number or its name.'),
          set: Type.Optional(texts('`path=value`: payload fields to override.')),
          shard: text('`i/n`: one part of n.'),
          jobs: Type.Optional(
            Type.Integer({ minimum: 1, maximum: MOST_JOBS, description: 'How many sessions at once.' }),
          ),
        },
        closed,
      ),
      async ({ workspace: named, recordings, jobs, ...params }, { root, signal }) => {
        const at = root(named)
        const chosen = await targets(
          recordings.map((one) => placed(one, at)),
          at,
        )
        const options = { ...params, json: true, ...(jobs === undefined ? {} : { jobs: String(jobs) }) }
        return replayTargets(chosen, options, opening(at), () => {}, signal)
      },
    ),
    test: method(
      Type.Object({ workspace, names: Type.Optional(texts('Cases to run; all unless given.')) }, closed),
      ({ workspace: named, names }, { root }) => testCases(opening(root(named)), names ?? []),
    ),
    'cases/save': saveMethod(opening),
    webhooks: method(Type.Object({ workspace }, closed), ({ workspace: named }, { within }) =>
      within(named, (open) => open.webhookStats()),
    ),
    stats: method(
      Type.Object(
        { workspace, recordings: Type.Optional(texts('Recordings to count; all unless given.')) },
        closed,
      ),
      async ({ workspace: named, recordings = [] }, { root }) => {
        const at = root(named)
        return (
          await countRecorded(
            recordingsFolder(at),
            recordings.map((one) => placed(one, at)),
          )
        ).rows
      },
    ),
    new: method(
      Type.Object(
        {
          workspace,
          dialect: Type.String(),
          event,
          name: text('Its name.'),
          language: text('Its language.'),
        },
        closed,
      ),
      ({ workspace: named, dialect, event, name, language }, { root }) =>
        writeHook(root(named), dialect, event, name, language),
    ),
    convert: convertMethod(open),
    record: method(
      Type.Object(
        { workspace, word: Type.Union([Type.Literal('on'), Type.Literal('off'), Type.Literal('status')]) },
        closed,
      ),
      ({ workspace: named, word }, { root }) =>
        word === 'status' ? recordingState(root(named)) : setRecording(root(named), word === 'on'),
    ),
    ...showMethods(),
    ...recordingsMethods(open),
    ...trustMethods(open.home),
    ...pluginMethods(open),
  }
}

function recordingsMethods(open: OpenOptions): Methods {
  return {
    'recordings/list': method(Type.Object({ workspace }, closed), ({ workspace: named }, { root }) =>
      listCounted(recordingsFolder(root(named))),
    ),
    'recordings/show': method(
      Type.Object(
        {
          workspace,
          recording: Type.String({ description: 'A path, the beginning of a name, a session, or `latest`.' }),
          event: Type.Optional(Type.Integer({ description: 'The number of one event.' })),
        },
        closed,
      ),
      async ({ workspace: named, recording, event: number }, { root }) => {
        const at = root(named)
        const loaded = await loadNamed(recordingsFolder(at), placed(recording, at))
        if (number !== undefined) return eventOf(loaded.events, String(number))
        const { header, events, problems } = loaded
        return { header, events, problems }
      },
    ),
    'recordings/import': method(
      Type.Object(
        {
          workspace,
          text: text('Payloads as JSON, one or a list, or as lines of JSON.'),
          file: text('The same in a file.'),
          dialect: text('The dialect of all payloads.'),
          event: text('The event of all payloads.'),
          session: text('The name of the recording.'),
        },
        closed,
      ),
      async ({ workspace: named, text, file, ...options }, { root }) => {
        if ((text === undefined) === (file === undefined)) {
          throw new UsageError('recordings/import expects either "text" or "file".')
        }
        const at = root(named)
        const source = text === undefined ? { path: resolve(at, file ?? '') } : { text }
        return importInto(at, source, options, open)
      },
    ),
    'recordings/prune': method(
      Type.Object(
        {
          workspace,
          keep: Type.Optional(Type.Integer({ minimum: 0, description: 'How many to keep; default 10.' })),
        },
        closed,
      ),
      async ({ workspace: named, keep = 10 }, { root }) => {
        const { pruneRecordings } = await import('../recordings/folder.ts')
        const at = root(named)
        return { deleted: pruneRecordings(at, recordingsFolder(at), keep) }
      },
    ),
  }
}
