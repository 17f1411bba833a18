import {
  applyRetention,
  previewRetention,
  RETAINED_KINDS,
  type RetainedRun,
  type RetentionRule,
  readRetention,
} from '@podium/contract/calls/retention.ts'
import { call } from '../client.ts'
import { command } from '../command.ts'
import { JSON_OUTPUT, WITHOUT_ASKING } from '../options.ts'
import { print, printJson, printRows } from '../print.ts'
import { agrees } from '../questions.ts'
import { readAll } from '../read-all.ts'

const show = command({
  name: 'retention [show]',
  about: 'what the workspace keeps of the runs that ended',
  options: { json: JSON_OUTPUT },
  async run({ options, open }) {
    const { connection, workspace } = await open()
    const retention = await call(connection, readRetention, { params: { id: workspace.id } })
    if (options.json) return printJson(retention)
    for (const kind of RETAINED_KINDS) print(`${kind}: keeps ${ruleInWords(retention[kind])}`)
    print(`trash: kept for ${daysInWords(retention.trash_days)}`)
    if (retention.next_at !== null) print(`The rules apply next at ${retention.next_at}.`)
  },
})

const preview = command({
  name: 'retention preview',
  about: 'how many runs and bytes its rules would move to the trash now',
  options: { json: JSON_OUTPUT },
  async run({ options, open }) {
    const { connection, workspace } = await open()
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
  },
})

const apply = command({
  name: 'retention apply',
  about: 'move it there now; asks before, unless --yes',
  options: { yes: WITHOUT_ASKING, json: JSON_OUTPUT },
  async run({ options, open }) {
    const { connection, workspace } = await open()
    const params = { id: workspace.id }
    const { revision, trash_days } = await call(connection, readRetention, { params })
    const found = await call(connection, previewRetention, { params, query: { page_size: 1 }, body: {} })
    if (found.total === 0)
      return print(`No files of ${workspace.display_name} have to be moved to the trash.`)
    const question = `Move the files of ${runsInWords(found.total)} to the trash, ${bytesOf(found)} bytes? They can be restored for ${daysInWords(trash_days)}.`
    if (!options.yes && !(await agrees(question))) return print('Nothing was done.')
    const body = { as_of: found.as_of, revision }
    const done = await call(connection, applyRetention, { params, body })
    if (options.json) return printJson(done)
    print(`The files of ${runsInWords(done.runs)} went to the trash: ${bytesOf(done)} bytes.`)
  },
})

export const RETENTION = [show, preview, apply]

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
