import {
  createSchedule,
  deleteSchedule,
  editSchedule,
  MISSED_RULES,
  RUNNING_RULES,
  readNextTimes,
  type Schedule,
} from '@podium/contract/calls/schedules.ts'
import { cronWords } from '@podium/contract/rules/cron-words.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { type At, command } from '../command.ts'
import { findSchedule, findStream, readSchedules } from '../find-schedule.ts'
import { ALIAS_TO_INFER, JSON_OUTPUT, PIPELINE, TIME_ZONE, WITHOUT_ASKING } from '../options.ts'
import { print, printJson, printRows } from '../print.ts'
import { agrees } from '../questions.ts'
import { ownTimeZone } from '../time-zone.ts'

const list = command({
  name: 'schedules [list]',
  about: 'the schedules of the workspace, with their next times',
  options: { json: JSON_OUTPUT },
  async run({ options, open }) {
    const { connection, workspace } = await open()
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
  },
})

function offWords({ detail }: Schedule): string {
  return detail === '' ? 'off' : `paused: ${detail}`
}

function lastWords({ last }: Schedule): string {
  if (!last) return ''
  return last.run_state === null ? last.outcome : `${last.run_name} ${last.run_state}`
}

/** Accepts the fields of the expression as one argument or as five. */
const next = command({
  name: 'schedules next',
  args: '"30 6 * * 1-5"',
  about: 'the next five times of such an expression',
  missing: 'Name the times',
  options: { 'time-zone': TIME_ZONE, json: JSON_OUTPUT },
  async run({ words, options, open }) {
    const { connection, workspace } = await open()
    const time_zone = options['time-zone'] ?? (await ownTimeZone())
    const query = { workspace_id: workspace.id, cron: words.join(' '), time_zone }
    const times = await call(connection, readNextTimes, { query })
    if (options.json) return printJson(times)
    printTimes(times.next, time_zone)
  },
})

const create = command({
  name: 'schedules create',
  args: '<stream> "30 6 * * 1-5"',
  about: 'start runs of the stream at these times, in the time zone of this machine without --time-zone',
  missing: 'Name the stream and the times',
  options: {
    'time-zone': TIME_ZONE,
    pipeline: PIPELINE,
    alias: ALIAS_TO_INFER,
    'when-running': { value: RUNNING_RULES.join('|'), help: 'what to do while a run of the stream goes on' },
    'when-missed': { value: MISSED_RULES.join('|'), help: 'what to do about times that were missed' },
  },
  async run({ words: [named = '', ...fields], options, open }) {
    const { connection, workspace } = await open()
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
  },
})

const pause = command({
  name: 'schedules pause',
  args: '<schedule>',
  about: 'turn a schedule off; give it by its ID, or by its stream',
  missing: 'Name the schedule or its stream',
  async run({ words: [named = ''], open }) {
    const { stream_name } = await turn(await open(), named, false)
    print(`The schedule of ${stream_name} is off.`)
  },
})

const resume = command({
  name: 'schedules resume',
  args: '<schedule>',
  about: 'turn it on; it then runs with your rights',
  missing: 'Name the schedule or its stream',
  async run({ words: [named = ''], open }) {
    const { stream_name, runs_as } = await turn(await open(), named, true)
    print(`The schedule of ${stream_name} is on and runs as ${runs_as}.`)
  },
})

async function turn({ connection, workspace }: At, named: string, active: boolean): Promise<Schedule> {
  const { id } = await findSchedule(connection, workspace, named)
  return call(connection, editSchedule, { params: { id }, body: { active } })
}

const remove = command({
  name: 'schedules delete',
  args: '<schedule>',
  about: 'delete it, its runs stay; asks before, unless --yes',
  missing: 'Name the schedule or its stream',
  options: { yes: WITHOUT_ASKING },
  async run({ words: [named = ''], options, open }) {
    const { connection, workspace } = await open()
    const { id, stream_name, cron, time_zone } = await findSchedule(connection, workspace, named)
    const question = `Delete the schedule of ${stream_name}, ${cronWords(cron)}, ${time_zone}?`
    if (!options.yes && !(await agrees(question))) return print('Nothing was done.')
    await call(connection, deleteSchedule, { params: { id } })
    print(`The schedule of ${stream_name} is deleted. The runs that it has started stay.`)
  },
})

export const SCHEDULES = [list, next, create, pause, resume, remove]

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
