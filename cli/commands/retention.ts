import {
  applyRetention,
  previewRetention,
  RETAINED_KINDS,
  type RetainedRun,
  type RetentionRule,
  readRetention,
} from '@podium/contract/calls/retention.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { type Connection, connect } from '../connection.ts'
import type { Options } from '../options.ts'
import { print, printJson, printRows } from '../print.ts'
import { agrees } from '../questions.ts'
import { readAll } from '../read-all.ts'
import { chooseWorkspace } from '../workspace.ts'

interface At {
  connection: Connection
  workspace: Workspace
}

const ACTIONS: Record<string, (at: At, options: Options) => Promise<void>> = { show, preview, apply }

/** Prints the workspace's rules or what they would move to the trash, or moves it. */
export async function runRetention([action = 'show']: string[], options: Options): Promise<void> {
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (!act) return fail(`There is no 'podium retention ${action}'. Use show, preview or apply.`)
  const connection = await connect(options.server)
  await act({ connection, workspace: await chooseWorkspace(connection, options.workspace) }, options)
}

async function show({ connection, workspace }: At, options: Options): Promise<void> {
  const retention = await call(connection, readRetention, { params: { id: workspace.id } })
  if (options.json) return printJson(retention)
  for (const kind of RETAINED_KINDS) print(`${kind}: keeps ${ruleInWords(retention[kind])}`)
  print(`trash: kept for ${daysInWords(retention.trash_days)}`)
  if (retention.next_at !== null) print(`The rules apply next at ${retention.next_at}.`)
}

async function preview({ connection, workspace }: At, options: Options): Promise<void> {
  const params = { id: workspace.id }
  const first = await call(connection, previewRetention, { params, query: { page_size: 1 }, body: {} })
  const { as_of, unmeasured } = first
  const runs = await readAll(async (page) => {
    const { runs: items, total } = await call(connection, previewRetention, {
      params,
      query: page,
      body: { as_of },
    })
    return { items, total }
  })
  if (options.json) return printJson({ ...first, runs })
  if (runs.length === 0)
    print(`Nothing would go: the rules of ${workspace.display_name} keep all runs that ended.`)
  else printRetained(runs)
  if (unmeasured > 0)
    print(`The files of ${runsInWords(unmeasured)} are not measured yet, so they are left out.`)
}

async function apply({ connection, workspace }: At, options: Options): Promise<void> {
  const params = { id: workspace.id }
  const { revision, trash_days } = await call(connection, readRetention, { params })
  const found = await call(connection, previewRetention, { params, query: { page_size: 1 }, body: {} })
  if (found.total === 0) return print(`No files of ${workspace.display_name} have to be moved to the trash.`)
  const question = `Move the files of ${runsInWords(found.total)} to the trash, ${bytesOf(found)} bytes? They can be restored for ${daysInWords(trash_days)}.`
  if (!options.yes && !(await agrees(question))) return print('Nothing was done.')
  const body = { as_of: found.as_of, revision }
  const done = await call(connection, applyRetention, { params, body })
  if (options.json) return printJson(done)
  print(`The files of ${runsInWords(done.runs)} went to the trash: ${bytesOf(done)} bytes.`)
}

/** Prints runs with the size of their files in bytes. */
export function printRetained(runs: readonly RetainedRun[], more?: (run: RetainedRun) => string): void {
  printRows([
    ['RUN', 'SOLUTION', 'STREAM', 'MODEL', 'LOGS', 'ARTIFACTS', ...(more ? ['RESTORABLE UNTIL'] : [])],
    ...runs.map((run) => [
      run.run_name,
      run.solution_name,
      run.stream_name,
      run.model_name,
      String(run.logs_bytes),
      String(run.artifacts_bytes),
      ...(more ? [more(run)] : []),
    ]),
  ])
}

function bytesOf({ logs_bytes, artifacts_bytes }: { logs_bytes: number; artifacts_bytes: number }): number {
  return logs_bytes + artifacts_bytes
}

function ruleInWords(rule: RetentionRule | null): string {
  if (rule === null) return 'everything'
  const { last, best, aliased, days } = rule
  const words = [
    last !== null && `the newest ${last} of each stream`,
    best && `the best ${best.count} of each stream by the ${best.direction} ${best.figure}`,
    aliased && 'runs whose model has an alias',
    days !== null && `runs younger than ${daysInWords(days)}`,
  ]
  return words.filter(Boolean).join(', ')
}

function daysInWords(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

export function runsInWords(count: number): string {
  return count === 1 ? '1 run' : `${count} runs`
}
