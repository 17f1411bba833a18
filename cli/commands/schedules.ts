import {
  createSchedule,
  deleteSchedule,
  editSchedule,
  MISSED_RULES,
  RUNNING_RULES,
  readNextTimes,
  type Schedule,
} from '@podium/contract/calls/schedules.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { cronWords } from '@podium/contract/rules/cron-words.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { type Connection, connect } from '../connection.ts'
import { findSchedule, findStream, readSchedules } from '../find-schedule.ts'
import type { Options } from '../options.ts'
import { print, printJson, printRows } from '../print.ts'
import { agrees } from '../questions.ts'
import { ownTimeZone } from '../time-zone.ts'
import { chooseWorkspace } from '../workspace.ts'

interface At {
  connection: Connection
  workspace: Workspace
}

const ACTIONS: Record<string, (at: At, words: string[], options: Options) => Promise<void>> = {
  list,
  next,
  create,
  pause: (at, words) => turn(at, words, false),
  resume: (at, words) => turn(at, words, true),
  delete: remove,
}

const CREATE =
  'Name the stream and the times: podium schedules create <stream> "30 6 * * 1-5" [--time-zone Europe/Berlin]'

/** Lists, creates, pauses, resumes and deletes the workspace's schedules, and says when an expression is due. */
export async function runSchedules([action = 'list', ...words]: string[], options: Options): Promise<void> {
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (!act) return fail(`Use podium schedules ${Object.keys(ACTIONS).join(' | ')}.`)
  const connection = await connect(options.server)
  await act({ connection, workspace: await chooseWorkspace(connection, options.workspace) }, words, options)
}

async function list({ connection, workspace }: At, _: string[], options: Options): Promise<void> {
  const found = await readSchedules(connection, workspace)
  if (options.json) return printJson(found)
  if (found.length === 0) return print(`${workspace.display_name} has no schedules.`)
  printRows([
    ['ID', 'STREAM', 'PIPELINE', 'WHEN', 'TIME ZONE', 'NEXT', 'LAST', 'RUNS AS'],
    ...found.map((schedule) => [
      schedule.id,
      schedule.stream_name,
      schedule.pipeline,
      cronWords(schedule.cron),
      schedule.time_zone,
      schedule.active ? (schedule.next[0] ?? '') : offWords(schedule),
      lastWords(schedule),
      schedule.runs_as,
    ]),
  ])
}

function offWords({ detail }: Schedule): string {
  return detail === '' ? 'off' : `paused: ${detail}`
}

function lastWords({ last }: Schedule): string {
  if (!last) return ''
  return last.run_state === null ? last.outcome : `${last.run_name} ${last.run_state}`
}

/** Accepts the fields of the expression as one argument or as five. */
async function next({ connection, workspace }: At, words: string[], options: Options): Promise<void> {
  const cron = words.join(' ')
  if (cron === '')
    return fail('Name the times: podium schedules next "30 6 * * 1-5" [--time-zone Europe/Berlin]')
  const time_zone = options['time-zone'] ?? (await ownTimeZone())
  const query = { workspace_id: workspace.id, cron, time_zone }
  const times = await call(connection, readNextTimes, { query })
  if (options.json) return printJson(times)
  printTimes(times.next, time_zone)
}

async function create({ connection, workspace }: At, words: string[], options: Options): Promise<void> {
  const [named, ...fields] = words
  if (!named || fields.length === 0) return fail(CREATE)
  const { id: stream_id } = await findStream(connection, workspace, named)
  const made = await call(connection, createSchedule, {
    query: { workspace_id: workspace.id },
    body: {
      stream_id,
      cron: fields.join(' '),
      time_zone: options['time-zone'] ?? (await ownTimeZone()),
      pipeline: oneOf('pipeline', ['train', 'inference'], options.pipeline) ?? 'train',
      ...(options.alias !== undefined && { model_from: options.alias }),
      when_running: oneOf('when-running', RUNNING_RULES, options['when-running']),
      when_missed: oneOf('when-missed', MISSED_RULES, options['when-missed']),
    },
  })
  print(
    `${made.stream_name}: ${cronWords(made.cron)}, ${made.time_zone}. It runs as ${made.runs_as}, next at:`,
  )
  printTimes(made.next, made.time_zone)
}

async function turn({ connection, workspace }: At, [named]: string[], active: boolean): Promise<void> {
  if (!named)
    return fail(`Name the schedule or its stream: podium schedules ${active ? 'resume' : 'pause'} <schedule>`)
  const { id } = await findSchedule(connection, workspace, named)
  const { stream_name, runs_as } = await call(connection, editSchedule, { params: { id }, body: { active } })
  print(
    active
      ? `The schedule of ${stream_name} is on and runs as ${runs_as}.`
      : `The schedule of ${stream_name} is off.`,
  )
}

async function remove({ connection, workspace }: At, [named]: string[], options: Options): Promise<void> {
  if (!named) return fail('Name the schedule or its stream: podium schedules delete <schedule> [--yes]')
  const { id, stream_name, cron, time_zone } = await findSchedule(connection, workspace, named)
  const question = `Delete the schedule of ${stream_name}, ${cronWords(cron)}, ${time_zone}?`
  if (!options.yes && !(await agrees(question))) return print('Nothing was done.')
  await call(connection, deleteSchedule, { params: { id } })
  print(`The schedule of ${stream_name} is deleted. The runs that it has started stay.`)
}

function oneOf<Value extends string>(
  option: string,
  values: readonly Value[],
  asked: string | undefined,
): Value | undefined {
  const found = values.find((value) => value === asked)
  if (asked !== undefined && !found) fail(`--${option} takes ${values.join(' or ')}, not '${asked}'.`)
  return found
}

/** Prints each time in the time zone and in UTC. */
function printTimes(times: readonly string[], timeZone: string): void {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  printRows(times.map((time) => [`${clock.format(new Date(time))} ${timeZone}`, time]))
}
