import { MISSED_RULES, RUNNING_RULES, TIME_OUTCOMES } from '@podium/contract/calls/schedules.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accounts, instant } from './accounts.ts'
import { streams } from './solutions.ts'
import { workspaces } from './workspaces.ts'

/** Starts runs of a stream at set times. */
export const schedules = pgTable(
  'schedules',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    stream_id: uuid('stream_id')
      .notNull()
      .references(() => streams.id, { onDelete: 'cascade' }),
    pipeline: text('pipeline', { enum: ['train', 'inference'] }).notNull(),
    /** an alias of the solution or the id of a run; null for the newest model of the stream */
    model_from: text('model_from'),
    cron: text('cron').notNull(),
    time_zone: text('time_zone').notNull(),
    when_missed: text('when_missed', { enum: MISSED_RULES }).notNull(),
    when_running: text('when_running', { enum: RUNNING_RULES }).notNull(),
    active: boolean('active').notNull(),
    /** why it was paused; '' if a person turned it off */
    detail: text('detail').notNull().default(''),
    /** false until people are notified that it was paused */
    pause_told: boolean('pause_told').notNull().default(true),
    /** the next time to handle; null while it is not active */
    next_at: instant('next_at'),
    /** the account whose rights its runs have */
    run_as: uuid('run_as')
      .notNull()
      .references(() => accounts.id),
    created_by: uuid('created_by')
      .notNull()
      .references(() => accounts.id),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    revision: integer('revision').notNull().default(1),
  },
  (table) => [
    index('schedules_due').on(table.next_at).where(sql`next_at is not null`),
    index('schedules_workspace').on(table.workspace_id, table.created_at, table.id),
    index('schedules_stream').on(table.stream_id, table.created_at, table.id),
    index('schedules_run_as').on(table.run_as),
    index('schedules_untold').on(table.id).where(sql`not pause_told`),
  ],
)

/** The outcome of each time of a schedule. The primary key keeps two servers from handling it twice. */
export const scheduleTimes = pgTable(
  'schedule_times',
  {
    schedule_id: uuid('schedule_id')
      .notNull()
      .references(() => schedules.id, { onDelete: 'cascade' }),
    due_at: instant('due_at').notNull(),
    outcome: text('outcome', { enum: TIME_OUTCOMES }).notNull(),
    /** the run that it started, which may have been deleted since */
    run_id: uuid('run_id'),
    detail: text('detail').notNull().default(''),
    /** number of missed times right before this one that have no row */
    earlier_missed: integer('earlier_missed').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.schedule_id, table.due_at] }),
    uniqueIndex('schedule_times_waiting').on(table.schedule_id).where(sql`outcome = 'waiting'`),
  ],
)
