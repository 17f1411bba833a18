import type { Holding, Holdings } from '@podium/contract/calls/off-boarding.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { LIVE_STATES } from '@podium/contract/rules/run-state.ts'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import type { Target } from '../../../navigation/target.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Tag } from '../../../ui/text/chip.tsx'
import styles from './leave.module.css'

/** Counts the queued and running runs in all workspaces. */
export function liveRuns({ workspaces }: Holdings): number {
  return workspaces.reduce((sum, { queued, running }) => sum + queued + running, 0)
}

/** '3 runs queued or running' */
export const liveWords = (count: number) => `${countOf(count, 'run')} queued or running`

/** Returns what ends with the account in any case; '' for nothing. */
export function endings({ workspaces }: Holdings): string {
  const total = (kind: 'webhooks' | 'schedules') =>
    workspaces.reduce((sum, holding) => sum + holding[kind], 0)
  const [webhooks, schedules] = [total('webhooks'), total('schedules')]
  return [
    webhooks > 0 && `Their ${countOf(webhooks, 'webhook')} ${webhooks === 1 ? 'is' : 'are'} deleted.`,
    schedules > 0 && `Their ${countOf(schedules, 'schedule')} ${schedules === 1 ? 'pauses' : 'pause'}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The person's name as sentences use it. */
export const nameOf = ({ display_name, username }: Holdings) => display_name || username

interface HoldingsCardProps {
  id: string
  holdings: Holdings
  footer: ReactNode
}

/** The holdings of a leaving person, by workspace. Each number links to its list. */
export function HoldingsCard({ id, holdings, footer }: HoldingsCardProps) {
  const { username, workspaces, sessions, access_tokens, password_link } = holdings
  const signIns: Part[] = [
    {
      count: sessions,
      words: countOf(sessions, 'open session'),
      to: paths.editAccount(id, { tab: 'sessions' }),
    },
    { count: access_tokens, words: countOf(access_tokens, 'access token') },
    { count: Number(password_link), words: 'an unused password link' },
  ]
  return (
    <Card title={`What ${nameOf(holdings)} holds`} trailing={listed(signIns)} footer={footer} flush>
      {workspaces.length === 0 ? (
        <p className={classNames(layout.inset, text.muted)}>Nothing in any workspace.</p>
      ) : (
        <DataTable<Holding>
          name="Holdings"
          bare
          tall
          columns={columnsFor(username)}
          rows={workspaces}
          rowId={(holding) => holding.id}
          rowName={({ display_name }) => display_name}
        />
      )}
    </Card>
  )
}

function columnsFor(username: string): readonly Column<Holding>[] {
  return [
    {
      id: 'display_name',
      header: 'Workspace',
      cell: ({ id, display_name, role, only_manager }) => (
        <RowName sub={only_manager ? 'the only manager' : role === null ? 'not a member' : undefined}>
          <Link {...paths.workspace(id, { tab: 'access' })}>{display_name}</Link>
        </RowName>
      ),
    },
    { id: 'role', header: 'Role', cell: ({ role }) => (role ? <Tag>{roleLabels[role]}</Tag> : NOTHING) },
    {
      id: 'holds',
      header: 'Holds',
      cell: (holding) => listed(partsOf(holding, username)) ?? <span className={text.muted}>nothing</span>,
    },
  ]
}

function partsOf(holding: Holding, username: string): Part[] {
  const { id: ws, solutions, instances, drafts, streams, data_sets, schedules, webhooks, files } = holding
  const live = holding.queued + holding.running
  const state = LIVE_STATES.join(',')
  return [
    {
      count: live,
      words: liveWords(live),
      to: paths.models({ view: 'runs', person: username, state, ws }),
    },
    { count: solutions, words: countOf(solutions, 'solution'), to: paths.solutions({ ws }) },
    { count: instances, words: countOf(instances, 'instance'), to: paths.instances({ ws }) },
    { count: drafts, words: countOf(drafts, 'draft'), to: paths.instances({ ws }) },
    { count: streams, words: countOf(streams, 'stream'), to: paths.models({ view: 'streams', ws }) },
    { count: data_sets, words: countOf(data_sets, 'data set'), to: paths.dataSets({ ws }) },
    {
      count: schedules,
      words: countOf(schedules, 'schedule'),
      to: paths.workspace(ws, { tab: 'schedules' }),
    },
    {
      count: webhooks,
      words: countOf(webhooks, 'webhook'),
      to: paths.workspace(ws, { tab: 'notifications' }),
    },
    { count: files, words: countOf(files, 'file') },
  ]
}

interface Part {
  count: number
  words: string
  /** the list of them */
  to?: Target
}

/** Joins the parts that count more than 0; undefined if there are none. */
function listed(parts: readonly Part[]): ReactNode {
  const holding = parts.filter(({ count }) => count > 0)
  if (holding.length === 0) return undefined
  return (
    <span className={styles.sentences}>
      {holding.map(({ words, to }, at) => (
        <Fragment key={words}>
          {at > 0 && ', '}
          {to ? <Link {...to}>{words}</Link> : words}
        </Fragment>
      ))}
    </span>
  )
}
