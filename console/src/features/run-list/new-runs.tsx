import { listRuns, type RunFilters } from '@podium/contract/calls/run-list.ts'
import { countRuns } from '@podium/contract/calls/run-selection.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { q } from '../../api/query.ts'
import { countOf } from '../../format/number.ts'
import { readAgain } from '../../record/use-change.ts'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { TextButton } from '../../ui/button/button.tsx'
import { ConnectionNote, Note } from '../../ui/feedback/note.tsx'

interface NewRunsProps {
  filters: RunFilters
  /** the runs that are shown, as far as they are known here */
  rows?: readonly { created_at: string }[] | undefined
  /** goes to the page that shows new runs */
  onShow?: () => void
}

/** Counts the runs started since the list was read. They are shown on request, so that rows do not move. */
export function NewRuns({ filters, rows = [], onShow }: NewRunsProps) {
  const queries = useQueryClient()
  const { id: workspace_id } = useWorkspace()
  const { data } = useQuery(newestQuery(workspace_id))
  const newest = data && (data.stream_histories[0]?.created_at ?? '')
  const [heard, setHeard] = useState('')
  const { connected } = useLiveRuns({
    onChange: ({ created_at }) => setHeard((known) => (created_at > known ? created_at : known)),
  })
  // An event does not say whether its run meets the filters, so the server counts the runs that do.
  const filter = { ...filters, from: laterOf(filters.from, newest) }
  const { data: since } = useQuery({
    queryKey: ['runs-since', workspace_id, filter],
    queryFn: ({ signal }) =>
      call(countRuns, { query: { workspace_id }, body: { filter }, signal, background: true }),
    meta: { reads: ['run'] },
    enabled: newest !== undefined && heard > newest,
  })
  const isNew = (created_at: string) => newest !== undefined && created_at > newest
  const count = isNew(heard) && since ? since.total - rows.filter((run) => isNew(run.created_at)).length : 0

  function show() {
    onShow?.()
    void readAgain(queries, ['run'])
    // The focused button disappears, so the focus moves to the heading, as after a change of page.
    document.querySelector<HTMLElement>('main h1')?.focus()
  }
  return (
    <div className={layout.above}>
      <ConnectionNote connected={connected} />
      <div role="status">
        {count > 0 && (
          <Note tone="info">
            {countOf(count, 'new run')}. <TextButton onClick={show}>Show</TextButton>
          </Note>
        )}
      </div>
    </div>
  )
}

/** Reads the newest run of the workspace. Runs after it are new. */
export const newestQuery = (workspace_id: string) => q(listRuns, { query: { workspace_id, page_size: 1 } })

/** Returns the instant from which runs are new: right after the newest one, unless the filter begins later. */
function laterOf(from: string | undefined, newest: string | undefined): string | undefined {
  if (!newest) return from
  const after = new Date(Date.parse(newest) + 1).toISOString()
  return from && Date.parse(from) > Date.parse(after) ? from : after
}
