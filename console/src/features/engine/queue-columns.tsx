import type { QueuedWorkspace } from '@podium/contract/calls/system.ts'
import { workspaceDisplayName } from '@podium/contract/rules/rules.ts'
import { Link } from '@tanstack/react-router'
import { formatRoughly } from '../../format/duration.ts'
import { NOTHING } from '../../format/nothing.ts'
import { formatNumber } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import text from '../../theme/text.module.css'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { resourcesText } from '../runs/components/tier-words.ts'

/** @param now when the queue was read, in milliseconds */
export function queueColumns(now: number): readonly Column<QueuedWorkspace>[] {
  return [
    { id: 'workspace', header: 'Workspace', width: '16%', cell: (queue) => <WorkspaceLink of={queue} /> },
    { id: 'running', header: 'Running', width: '9%', numeric: true, cell: runningCell },
    {
      id: 'waiting',
      header: 'Waiting',
      width: '9%',
      numeric: true,
      cell: ({ queued }) => formatNumber(queued),
    },
    {
      id: 'granted',
      header: 'Granted',
      width: '26%',
      cell: ({ running, starting, granted }) => (running + starting === 0 ? NOTHING : resourcesText(granted)),
    },
    {
      id: 'wait',
      header: 'Longest wait',
      width: 'auto',
      cell: (queue) => <LongestWait of={queue} now={now} />,
    },
  ]
}

export function secondsSince(time: string, now: number): number {
  return Math.max(0, (now - Date.parse(time)) / 1000)
}

function WorkspaceLink({ of: { workspace_id, workspace_name } }: { of: QueuedWorkspace }) {
  return (
    <RowName>
      <Link {...paths.workspace(workspace_id)}>{workspaceDisplayName(workspace_name)}</Link>
    </RowName>
  )
}

function runningCell({ running, starting }: QueuedWorkspace) {
  return (
    <span>
      {formatNumber(running)}
      {starting > 0 && <span className={text.sub}>{starting} starting</span>}
    </span>
  )
}

function LongestWait({ of: { waiting_since, waits_for }, now }: { of: QueuedWorkspace; now: number }) {
  if (waiting_since === null) return NOTHING
  return (
    <span>
      {formatRoughly(secondsSince(waiting_since, now))}
      <span className={text.sub}>{waits_for}</span>
    </span>
  )
}
