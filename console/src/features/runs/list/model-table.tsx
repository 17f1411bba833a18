import type { RunState } from '@podium/contract/run-state.ts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Sort } from '../../../ui/table/data-table-column.ts'
import { SortButton } from '../../../ui/table/sort-button.tsx'
import table from '../../../ui/table/table.module.css'
import { TableFrame } from '../../../ui/table/table-frame.tsx'
import { InstanceRow } from './instance-row.tsx'
import styles from './model-list.module.css'
import type { InstanceGroup } from './model-query.ts'
import { StreamRow } from './stream-row.tsx'
import { StreamRuns } from './stream-runs.tsx'
import { useRunMenu } from './use-run-menu.tsx'

interface ModelTableProps {
  groups: readonly InstanceGroup[]
  /** the ids of the streams whose runs are shown */
  open: readonly string[]
  onOpen: (ids: string[]) => void
  /** the only state whose runs are shown */
  state: RunState | undefined
  sort: Sort
  onSort: (sort: Sort) => void
  stale: boolean
  instead: ReactNode
  foot: ReactNode
}

const FACTS = ['Model', 'State', 'Tier', 'Asked by', 'Started'] as const

/** Instances, their streams and the runs of those that stand open, as one tree in a table. */
export function ModelTable(props: ModelTableProps) {
  const { groups, open, onOpen, state, sort, onSort, ...frame } = props
  const [closed, setClosed] = useState<readonly string[]>([])
  const { menuOf, dialog } = useRunMenu()
  const byName = sort.id === 'name'
  return (
    <div className={styles.tree}>
      <TableFrame name="Inference models" {...frame}>
        <thead>
          <tr>
            <th scope="col" aria-sort={byName ? (sort.desc ? 'descending' : 'ascending') : undefined}>
              <SortButton
                sorted={byName && (sort.desc ? 'desc' : 'asc')}
                onToggle={() => onSort({ id: 'name', desc: byName && !sort.desc })}
              >
                Stream and run
              </SortButton>
            </th>
            {FACTS.map((fact) => (
              <th key={fact} scope="col">
                {fact}
              </th>
            ))}
            <th scope="col" className={table.numeric}>
              Duration
            </th>
            <th scope="col" className={table.menuCell}>
              <span className={table.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        {groups.map((group) => {
          const isClosed = closed.includes(group.instance_id)
          return (
            <tbody key={group.instance_id}>
              <InstanceRow
                group={group}
                open={!isClosed}
                onToggle={() => setClosed(toggled(closed, group.instance_id))}
              />
              {!isClosed &&
                group.streams.map((stream) => {
                  const isOpen = open.includes(stream.id)
                  return [
                    <StreamRow
                      key={stream.id}
                      stream={stream}
                      open={isOpen}
                      onToggle={() => onOpen(toggled(open, stream.id))}
                    />,
                    isOpen && (
                      <StreamRuns key={`${stream.id}-runs`} stream={stream} state={state} menuOf={menuOf} />
                    ),
                  ]
                })}
            </tbody>
          )
        })}
      </TableFrame>
      {dialog}
    </div>
  )
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
}
