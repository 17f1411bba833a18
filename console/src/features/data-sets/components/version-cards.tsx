import { listDataSetChanges } from '@podium/contract/calls/data-set-files.ts'
import type { DataSet, DataSetVersionInfo } from '@podium/contract/calls/data-sets.ts'
import { type RunState, shownState } from '@podium/contract/rules/run-state.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { StateChip } from '../../../ui/text/chip.tsx'
import { ListTime } from '../../../ui/text/moment.tsx'
import { RunLink } from '../../runs/components/run-link.tsx'
import styles from './data-sets.module.css'

/** Shows how many files changed since the version before, and on request which ones. */
export function ChangesCard({ dataSet, version }: { dataSet: DataSet; version: DataSetVersionInfo }) {
  const [isOpen, setOpen] = useState(false)
  const { changes } = version
  if (!changes) return null
  const amount = ({ files, size }: { files: number; size: number }) =>
    files === 0 ? countOf(0, 'file') : `${countOf(files, 'file')}, ${formatFileSize(size)}`
  return (
    <Card
      title={`Changes since ${formatVersion(changes.before)}`}
      flush
      footer={isOpen ? undefined : <TextButton onClick={() => setOpen(true)}>Show the files</TextButton>}
    >
      <DefinitionList
        inset
        items={[
          { term: 'Added', value: amount(changes.added) },
          { term: 'Changed', value: amount(changes.changed) },
          { term: 'Removed', value: amount(changes.removed) },
        ]}
      />
      {isOpen && <ChangedFiles id={dataSet.id} n={version.version} />}
    </Card>
  )
}

function ChangedFiles({ id, n }: { id: string; n: number }) {
  const query = useQuery(q(listDataSetChanges, { params: { id, n }, query: { page_size: 200 } }))
  if (!query.data) return queryPlaceholder(query, 'changes', { rows: 3 })
  const { files, next_cursor } = query.data
  return (
    <>
      <ul className={classNames(text.small, styles.rows, styles.more)}>
        {files.map(({ path, from, to }) => (
          <li key={path}>
            <span className={classNames(text.cut, layout.grow)} title={path}>
              {path}
            </span>
            <span className={classNames(text.tiny, lookOf(from, to))}>{wordOf(from, to)}</span>
          </li>
        ))}
      </ul>
      {next_cursor !== null && (
        <p className={classNames(text.note, layout.inset)}>Only the first {files.length} are shown here.</p>
      )}
    </>
  )
}

function wordOf(from: number | null, to: number | null): string {
  if (from === null) return 'added'
  return to === null ? 'removed' : 'changed'
}

function lookOf(from: number | null, to: number | null): string | undefined {
  if (from === null) return text.green
  return to === null ? text.crimson : text.muted
}

/** Lists the runs that read the version, newest first. */
export function UsesCard({ version: { uses, runs } }: { version: DataSetVersionInfo }) {
  return (
    <Card title="Used by" note={runs > 0 ? countOf(runs, 'run') : undefined} flush>
      {uses.length === 0 ? (
        <p className={classNames(text.small, text.muted, layout.inset)}>No run has read it yet.</p>
      ) : (
        <ul className={classNames(text.small, styles.rows)}>
          {uses.map(({ run_id, run_name, state, created_at }) => (
            <li key={run_id}>
              <RunLink run={{ id: run_id, name: run_name }} />
              <StateChip state={shownState(state as RunState)} />
              <span className={classNames(text.note, layout.end)}>
                <ListTime at={created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
