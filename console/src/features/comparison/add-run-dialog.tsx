import { listRuns } from '@podium/contract/calls/run-list.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { RunChip } from '../runs/components/run-cells.tsx'
import styles from './comparison.module.css'

interface AddRunDialogProps {
  /** the runs in the comparison */
  ids: readonly string[]
  onAdd: (id: string) => void
  onClose: () => void
}

/** Lists and searches the other runs of the workspace, newest first, and adds one to the comparison. */
export function AddRunDialog({ ids, onAdd, onClose }: AddRunDialogProps) {
  const { id: workspace_id } = useWorkspace()
  const [typed, setTyped] = useState('')
  const searched = useDeferredValue(typed)
  const query = useQuery({
    ...q(listRuns, { query: { workspace_id, page_size: 30, ...(searched && { q: searched }) } }),
    placeholderData: keepPreviousData,
  })
  const others = query.data?.stream_histories.filter(({ id }) => !ids.includes(id))
  return (
    <Dialog open onClose={onClose} title="Add Run" footer={<Button onClick={onClose}>Cancel</Button>}>
      <TextField
        label="Search runs"
        placeholder="Name of a run or an AI Solution"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {queryPlaceholder(query, 'runs')}
      {others?.length === 0 && <p className={text.muted}>No other run found.</p>}
      <ul aria-label="Runs found">
        {others?.map(({ id, name, state, solution_name, version_num }) => (
          <li key={id} className={styles.found}>
            <span className={layout.grow}>
              <span className={text.line} title={name}>
                {name}
              </span>
              <span className={classNames(text.line, text.sub)}>
                {solution_name} v{version_num}
              </span>
            </span>
            <RunChip state={state} />
            <Button small aria-label={`Add ${name}`} onClick={() => onAdd(id)}>
              Add
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
