import { WAITS_MINUTES, type WebhookKind } from '@podium/contract/webhooks.ts'

/** What was written down of an event when it happened. */
export interface Facts {
  workspace: { id: string; name: string }
  /** missing from a test */
  run?: {
    id: string
    name: string
    detail: string
    created_at: string
    started_at: string | null
    ended_at: string | null
    [fact: string]: unknown
  }
}

export interface Message {
  /** the same at each try, so that a receiver knows what it has had */
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
  'run.first_failure': 'failed, for the first time since its stream succeeded',
  'run.recovered': 'succeeded, after its stream had failed',
  'run.waits': `has been waiting for more than ${WAITS_MINUTES} minutes`,
}

/**
 * The body of a message.
 * @param console_url where people open the console, null where no setting says so
 */
export function bodyOf(kind: WebhookKind, message: Message, console_url: string | null): string {
  const text = textOf(message)
  const url = urlOf(message.facts, console_url)
  if (kind === 'slack')
    return JSON.stringify({ text: escaped(text) + (url === null ? '' : `\n<${url}|Open the run>`) })
  if (kind === 'teams') return JSON.stringify(cardOf(text, url))
  const { id, event, created_at, facts } = message
  const { workspace, run } = facts
  return JSON.stringify({ id, event, created_at, text, workspace, run: run ? { ...inUtc(run), url } : null })
}

function textOf({ event, facts: { workspace, run } }: Message): string {
  if (!run) return `This is a test from the workspace ${workspace.name}.`
  return `${run.name} in ${workspace.name} ${WORDS[event]}. ${run.detail}`.trim()
}

function urlOf({ run }: Facts, console_url: string | null): string | null {
  return run && console_url !== null ? new URL(`/inferenceModel/run/${run.id}`, console_url).href : null
}

function inUtc(run: NonNullable<Facts['run']>) {
  const utc = (time: string | null) => (time === null ? null : new Date(time).toISOString())
  const { created_at, started_at, ended_at } = run
  return { ...run, created_at: utc(created_at), started_at: utc(started_at), ended_at: utc(ended_at) }
}

/** Slack takes these three characters for markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function cardOf(text: string, url: string | null) {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ type: 'TextBlock', text, wrap: true }],
    ...(url !== null && { actions: [{ type: 'Action.OpenUrl', title: 'Open the run', url }] }),
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}
