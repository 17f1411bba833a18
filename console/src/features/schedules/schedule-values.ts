import type { MissedRule, RunningRule, Schedule } from '@podium/contract/calls/schedules.ts'
import { cronWords } from '@podium/contract/rules/cron-words.ts'
import { changesBetween } from '../../record/changes-between.ts'
import type { Messages } from '../../ui/form/use-fields.ts'

/** The values of the schedule form, in the order of the screen. */
export type ScheduleValues = {
  stream_id: string
  pipeline: 'train' | 'inference'
  model_from: string
  cron: string
  time_zone: string
  when_running: RunningRule
  when_missed: MissedRule
}

export const RUNNING_WORDS: Record<RunningRule, { label: string; help: string }> = {
  skip: { label: 'Skip', help: 'No run this time.' },
  queue: { label: 'Queue', help: 'The new run starts right after it.' },
  replace: { label: 'Replace', help: 'The running one is stopped first.' },
}

export const MISSED_WORDS: Record<MissedRule, { label: string; help: string }> = {
  skip: { label: 'Skip', help: 'The time is recorded as missed.' },
  run_once: { label: 'Run once', help: 'One run starts as soon as the server is back.' },
}

export function valuesOf(schedule: Schedule): ScheduleValues {
  const { stream_id, pipeline, model_from, cron, time_zone, when_running, when_missed } = schedule
  return { stream_id, pipeline, model_from, cron, time_zone, when_running, when_missed }
}

export function emptyValues(stream_id: string): ScheduleValues {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const rules = { when_running: 'skip', when_missed: 'skip' } as const
  return { stream_id, pipeline: 'train', model_from: '', cron: '0 6 * * *', time_zone: timeZone, ...rules }
}

export function scheduleProblems({ stream_id, cron }: ScheduleValues): Messages<ScheduleValues> {
  return {
    stream_id: stream_id === '' ? 'Choose a stream.' : undefined,
    cron: hasFiveFields(cron)
      ? undefined
      : 'Write five fields: minute, hour, day of the month, month, day of the week.',
  }
}

export function hasFiveFields(cron: string): boolean {
  return cron.trim().split(/\s+/).length === 5
}

/** Returns the values that a call takes. A training run reads no model. */
export function sentValues({ stream_id: _, ...values }: ScheduleValues) {
  return { ...values, model_from: values.pipeline === 'train' ? '' : values.model_from }
}

const NAMES = {
  pipeline: 'Pipeline',
  model_from: 'Model',
  cron: 'When',
  time_zone: 'Time zone',
  when_running: 'If the last run is still going',
  when_missed: 'If the server was off',
} as const

export const scheduleChanges = (before: ScheduleValues, after: ScheduleValues) =>
  changesBetween(NAMES, wordsOf(before), wordsOf(after))

function wordsOf(values: ScheduleValues) {
  const { pipeline, model_from, time_zone } = values
  return {
    pipeline,
    model_from: pipeline === 'train' ? '' : model_from || 'newest of the stream',
    cron: cronWords(values.cron),
    time_zone,
    when_running: RUNNING_WORDS[values.when_running].label,
    when_missed: MISSED_WORDS[values.when_missed].label,
  }
}
