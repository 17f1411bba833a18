import type { Held, Holdings } from '@podium/contract/off-boarding.ts'
import { roleLabels } from '@podium/contract/permissions.ts'
import { Link } from '@tanstack/react-router'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf, formatNumber } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import type { Target } from '../../../navigation/target.ts'
import text from '../../../theme/text.module.css'
import { Card } from '../../../ui/layout/card.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Tag } from '../../../ui/text/chip.tsx'
import styles from './leave.module.css'

/** How many runs wait or go on, in all workspaces. */
export function liveRuns({ workspaces }: Holdings): number {
  return workspaces.reduce((sum, { queued, running }) => sum + queued + running, 0)
}

/** What a leaver holds, by workspace; each number leads to where it is listed. */
export function HoldingsCard({ id, holdings }: { id: string; holdings: Holdings }) {
  const { username, workspaces, sessions, access_tokens, password_link } = holdings
  return (
    <Card
      title={`What ${username} holds`}
      note={
        <span className={styles.sentences}>
          {sessions === 0 ? (
            countOf(sessions, 'session')
          ) : (
            <Link {...paths.editAccount(id, { tab: 'sessions' })}>{countOf(sessions, 'session')}</Link>
          )}
          {`, ${countOf(access_tokens, 'access token')}`}
          {password_link && ', an unused password link'}
        </span>
      }
      flush
    >
      {workspaces.length === 0 ? (
        <p className={text.muted}>Nothing in any workspace.</p>
      ) : (
        <DataTable<Held>
          name="Holdings"
          bare
          columns={columnsFor(username)}
          rows={workspaces}
          rowId={(held) => held.id}
          rowName={({ display_name }) => display_name}
        />
      )}
    </Card>
  )
}

function columnsFor(username: string): readonly Column<Held>[] {
  const runsOf = (ws: string, state: string) => paths.models({ view: 'runs', person: username, state, ws })
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
      id: 'running',
      header: 'Running',
      numeric: true,
      cell: ({ id, running }) => <Count of={running} to={runsOf(id, 'starting,running')} />,
    },
    {
      id: 'queued',
      header: 'Queued',
      numeric: true,
      cell: ({ id, queued }) => <Count of={queued} to={runsOf(id, 'queued')} />,
    },
    {
      id: 'solutions',
      header: 'Solutions',
      numeric: true,
      cell: ({ id, solutions }) => <Count of={solutions} to={paths.solutions({ ws: id })} />,
    },
    {
      id: 'instances',
      header: 'Instances',
      numeric: true,
      cell: ({ id, instances }) => <Count of={instances} to={paths.instances({ ws: id })} />,
    },
    {
      id: 'drafts',
      header: 'Drafts',
      numeric: true,
      cell: ({ id, drafts }) => <Count of={drafts} to={paths.instances({ ws: id })} />,
    },
    {
      id: 'streams',
      header: 'Streams',
      numeric: true,
      cell: ({ id, streams }) => <Count of={streams} to={paths.models({ view: 'streams', ws: id })} />,
    },
    { id: 'files', header: 'Files', numeric: true, cell: ({ files }) => <Count of={files} /> },
  ]
}

function Count({ of: count, to }: { of: number; to?: Target }) {
  if (count === 0) return <span className={text.muted}>0</span>
  return to ? <Link {...to}>{formatNumber(count)}</Link> : formatNumber(count)
}
