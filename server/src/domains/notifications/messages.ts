import type { RunGroup } from '@podium/contract/calls/notifications.ts'
import { WAITS_MINUTES, type WebhookKind } from '@podium/contract/calls/webhooks.ts'
import { sizeInWords } from '@podium/contract/rules/disk-space.ts'
import type { QuotaUse } from './quota-events.ts'

/** The facts of an event, recorded when it happened. */
export interface Facts {
  workspace: { id: string; name: string }
  /** the subject of the event: a run, a group of runs, a schedule or a quota; a test has none */
  run?: {
    id: string
    name: string
    detail: string
    created_at: string
    started_at: string | null
    ended_at: string | null
    [fact: string]: unknown
  }
  group?: RunGroup
  schedule?: { stream_name: string; detail: string; [fact: string]: unknown }
  quota?: QuotaUse
}

export interface Message {
  /** the same at each attempt, so that a receiver can detect repetitions */
  id: string
  event: string
  created_at: string
  facts: Facts
}

const WORDS: Record<string, string> = {
  'run.succeeded': 'succeeded',
  'run.failed': 'failed',
  'run.stopped': 'was stopped',
  'run.ended': 'has ended',
  'run.first_failure': 'failed: the run before it had succeeded',
  'run.recovered': 'succeeded: its stream has recovered',
  'run.waits': `has been waiting for more than ${WAITS_MINUTES} minutes`,
  'schedule.paused': 'was paused',
  'schedule.missed': 'was not met',
}

/**
 * The body of a message.
 * @param console_url base address of the console, null if not configured
 */
export function bodyOf(kind: WebhookKind, message: Message, console_url: string | null): string {
  const text = textOf(message)
  const link = linkOf(message.facts, console_url)
  if (kind === 'slack')
    return JSON.stringify({ text: escaped(text) + (link === null ? '' : `\n<${link.url}|${link.label}>`) })
  if (kind === 'teams') return JSON.stringify(cardOf(text, link))
  const { id, event, created_at, facts } = message
  const { workspace, run, schedule, quota } = facts
  const url = link?.url ?? null
  const about = { run: run ? { ...inUtc(run), url } : null, schedule, quota }
  return JSON.stringify({ id, event, created_at, text, workspace, ...about })
}

interface Sentence {
  subject: string
  verb: string
  detail: string
}

/** The parts of a sentence about the event. A message puts the workspace between subject and verb. */
function sentenceOf(event: string, { run, group, schedule, quota }: Facts): Sentence | null {
  const verb = WORDS[event] ?? ''
  if (group) return { subject: `${group.stream_name}:`, ...outcomeOf(group) }
  if (run) return { subject: run.name, verb, detail: run.detail }
  if (schedule) return { subject: `The schedule of ${schedule.stream_name}`, verb, detail: schedule.detail }
  if (!quota) return null
  const { percent, used, limit } = quota
  const [what, figures] =
    quota.quota === 'storage_gib'
      ? ['storage', `${sizeInWords(used * GIB)} of ${sizeInWords(limit * GIB)} are used.`]
      : ['hours of this month', `${round(used)} of ${round(limit)} h are used.`]
  return { subject: `Use of the ${what}`, verb: `has reached ${percent} % of the limit`, detail: figures }
}

/** Returns '3 of 24 runs failed' with the numbers of the others. */
function outcomeOf({ total, succeeded, failed, stopped }: RunGroup): Omit<Sentence, 'subject'> {
  const live = total - succeeded - failed - stopped
  const parts = [
    succeeded > 0 && `${succeeded} succeeded`,
    failed > 0 && `${failed} failed`,
    stopped > 0 && `${stopped} ${stopped === 1 ? 'was' : 'were'} stopped`,
    live > 0 && `${live} ${live === 1 ? 'goes' : 'go'} on`,
  ]
  const detail = `${parts.filter(Boolean).join(', ')}.`
  if (failed > 0) return { verb: `${failed} of ${total} runs failed`, detail }
  if (live > 0) return { verb: `${succeeded} of ${total} runs succeeded`, detail }
  return stopped > 0
    ? { verb: `${total} runs have ended`, detail }
    : { verb: `all ${total} runs succeeded`, detail: '' }
}

const GIB = 1024 ** 3

function round(hours: number): number {
  return Math.round(hours * 10) / 10
}

/** The text for the console, which shows the workspace next to it. */
export function headlineOf(event: string, facts: Facts): { title: string; detail: string } {
  const { subject, verb, detail } = sentenceOf(event, facts) ?? { subject: '', verb: '', detail: '' }
  return { title: `${subject} ${verb}`, detail }
}

function textOf({ event, facts }: Message): string {
  const sentence = sentenceOf(event, facts)
  if (!sentence) return `This is a test from the workspace ${facts.workspace.name}.`
  const { subject, verb, detail } = sentence
  return `${subject} in ${facts.workspace.name} ${verb}. ${detail}`.trim()
}

/** A link to the subject of the event; null for a test, or if the console's address is not configured. */
export function linkOf(
  { workspace, run, group, schedule, quota }: Facts,
  console_url: string | null,
): Link | null {
  if (console_url === null) return null
  const to = (path: string) => console_url + path
  if (group) {
    const { stream_id, from, to: before } = group
    const runs = new URLSearchParams({
      ws: workspace.id,
      view: 'runs',
      stream_id,
      person: 'me',
      from,
      to: before,
    })
    return { url: to(`/inferenceModel?${runs}`), label: 'Open the runs' }
  }
  if (run) return { url: to(`/inferenceModel/run/${run.id}`), label: 'Open the run' }
  const tab = schedule ? 'schedules' : 'use'
  if (!schedule && !quota) return null
  return { url: to(`/settings/workspace/detail/${workspace.id}?tab=${tab}`), label: 'Open the workspace' }
}

interface Link {
  url: string
  label: string
}

function inUtc(run: NonNullable<Facts['run']>) {
  const utc = (time: string | null) => (time === null ? null : new Date(time).toISOString())
  const { created_at, started_at, ended_at } = run
  return { ...run, created_at: utc(created_at), started_at: utc(started_at), ended_at: utc(ended_at) }
}

/** Slack treats these three characters as markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function cardOf(text: string, link: Link | null) {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    // A TextBlock would interpret names and output as Markdown, including links.
    body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] }],
    ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }] }),
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}
