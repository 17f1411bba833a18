import type { WebhookEvent, WebhookKind } from '@podium/contract/calls/webhooks.ts'

/** The events in the order of the screen. */
export const EVENTS: Readonly<Record<WebhookEvent, { label: string; help?: string }>> = {
  'run.ended': { label: 'A run ended', help: 'succeeded, failed or was stopped' },
  'run.succeeded': { label: 'A run succeeded' },
  'run.failed': { label: 'A run failed' },
  'run.stopped': { label: 'A run was stopped' },
  'run.first_failure': { label: 'A stream began to fail', help: 'the run before had succeeded' },
  'run.recovered': { label: 'A stream recovered', help: 'the run before had failed' },
  'run.waits': { label: 'A run waits long', help: 'not started for 10 minutes' },
  'schedule.paused': {
    label: 'A schedule was paused',
    help: 'the person it runs as may no longer start runs',
  },
  'schedule.missed': {
    label: 'A schedule missed a time',
    help: 'Podium was off, or the run could not start',
  },
  'quota.reached': { label: 'A limit is nearly used', help: 'hours or storage, at 80 and 100 %' },
}

export const KINDS: Readonly<Record<WebhookKind, string>> = {
  json: 'JSON, for programs',
  slack: 'Message for Slack',
  teams: 'Message for Microsoft Teams',
}
