import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { NEWEST_FIRST, route } from '../wire/route.ts'
import { count, id, nothing, pages, text, time } from '../wire/shapes.ts'

/**
 * The events a person can be notified of: their own runs, their schedules, and the limits of the workspaces they
 * manage. The most specific name of a run's end comes first.
 */
export const NOTIFICATION_EVENTS = [
  'run.first_failure',
  'run.recovered',
  'run.failed',
  'run.succeeded',
  'run.group',
  'run.waits',
  'schedule.paused',
  'schedule.missed',
  'quota.reached',
] as const
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number]

const events = z.array(z.enum(NOTIFICATION_EVENTS)).check(z.maxLength(NOTIFICATION_EVENTS.length))

/** The events a person is notified of by the bell and by mail, and the ids of the workspaces that are muted. */
export const notificationChoices = {
  bell: events,
  mail: events,
  muted: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(limits.muted_workspaces)),
}
const chosen = z.object(notificationChoices)
export type NotificationChoices = z.infer<typeof chosen>

export const NOTIFICATION_DEFAULTS: NotificationChoices = {
  bell: NOTIFICATION_EVENTS.filter((event) => event !== 'run.succeeded'),
  mail: [],
  muted: [],
}

/** Maximum number of test messages that a person may send themselves within an hour. */
export const MAX_TEST_MAILS = 5

/**
 * Runs of one person in one stream that overlap, or follow each other within GROUP_GAP_SECONDS. They share one
 * notification, which is updated while they go on. `from` and `to` (excluded) enclose the times of their starts.
 */
const runGroup = z.object({
  stream_id: id,
  stream_name: z.string(),
  from: time,
  to: time,
  /** those that have ended and those that have not */
  total: count,
  succeeded: count,
  failed: count,
  stopped: count,
})
export type RunGroup = z.infer<typeof runGroup>

/** A run that starts within this time after the end of the last one of a group belongs to the group. */
export const GROUP_GAP_SECONDS = 60

const notification = z.object({
  id,
  event: z.enum(NOTIFICATION_EVENTS),
  workspace_id: id,
  workspace_name: z.string(),
  /** null if it is not about a single run, or the run was deleted */
  run_id: z.nullable(id),
  /** the runs of `run.group`; null for other events */
  group: z.nullable(runGroup),
  /** the event in words, such as `line-3-10 failed` or `line-3: 2 of 24 runs failed` */
  title: z.string(),
  /** the reason or the numbers, as a sentence */
  detail: text,
  created_at: time,
  /** null while it is unread */
  read_at: z.nullable(time),
})
export type Notification = z.infer<typeof notification>

export const listNotifications = route({
  id: 'listNotifications',
  method: 'GET',
  path: '/api/v1/notifications',
  summary:
    'Notifications of the caller from the last 90 days, for the workspaces that they belong to, newest first',
  allow: 'own-notification.read',
  scope: 'none',
  reads: ['notification', 'workspace', 'member'],
  list: NEWEST_FIRST,
  query: z.object(pages(20)),
  reply: z.object({ notifications: z.array(notification), total: count, unread: count }),
})

export const markNotificationsRead = route({
  id: 'markNotificationsRead',
  method: 'POST',
  path: '/api/v1/notifications/read',
  summary: 'Mark notifications of the caller as read: those named, or all',
  allow: 'own-notification.read',
  scope: 'none',
  touches: ['notification'],
  body: z.strictObject({
    ids: z
      .optional(z.array(z.string()).check(z.maxLength(1000)))
      .check(z.describe('The ids of the notifications to mark; all if left out')),
  }),
  reply: nothing,
})

export const readOwnMail = route({
  id: 'readOwnMail',
  method: 'GET',
  path: '/api/v1/notifications/mail',
  summary: 'Whether mail is set up, where messages to the caller go, and whether the last one could be sent',
  allow: 'own-notification.read',
  scope: 'none',
  reads: ['notification', 'account'],
  reply: z.object({
    is_set_up: z.boolean(),
    /** '' if the account has none */
    address: z.string(),
    /** why the last message could not be sent, as a sentence; '' if it was sent */
    trouble: z.string(),
  }),
})

export const testOwnMail = route({
  id: 'testOwnMail',
  method: 'POST',
  path: '/api/v1/notifications/mail/test',
  summary: `Send a test message to the caller, ${MAX_TEST_MAILS} times an hour at most, and wait for the mail server for at most 20 seconds`,
  allow: 'own-notification.read',
  scope: 'none',
  touches: ['notification'],
  reply: z.object({
    /** why the mail server refused it, as a sentence; '' if it was accepted */
    trouble: z.string(),
  }),
  errors: ['ACCOUNT.NONE', 'MAIL.NONE', 'MAIL.ADDRESS', 'MAIL.OFTEN'],
})
