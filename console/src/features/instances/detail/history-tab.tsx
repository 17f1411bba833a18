import { type AuditEvent, listAudit } from '@podium/contract/audit.ts'
import type { Instance } from '@podium/contract/instances.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { useListState } from '../../../navigation/list-state.ts'
import { useWhyNot } from '../../../session/use-caller.ts'
import { Card } from '../../../ui/card.tsx'
import { ChangeList } from '../../../ui/change-list.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { deedWords } from '../../audit/components/deed-words.ts'
import { instanceChanges } from '../form/instance-changes.ts'
import styles from './history-tab.module.css'

const RULES = { sorts: ['at'], defaultSort: '-at' } as const
const WORDS = { loading: 'Loading the history', failed: 'The history could not be read' }

/** Who changed what of the instance, the newest first; for those who may read the audit. */
export function HistoryTab({ instance }: { instance: Instance }) {
  const reason = useWhyNot('audit.read')
  if (reason === undefined) return <History instance={instance} />
  return (
    <Card flush>
      <EmptyState title={reason} drawing="lock" />
    </Card>
  )
}

function History({ instance: { id, workspace_id } }: { instance: Instance }) {
  const list = useListState(RULES)
  const { page, page_size } = list.query
  const query = useQuery({
    ...q(listAudit, { query: { workspace_id, object_id: id, page, page_size, sort: '-at' } }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  return (
    <Card title="History" flush>
      {insteadOf(query, WORDS, { tall: true })}
      {data?.events.length === 0 && <EmptyState title="Nothing was changed yet" />}
      <ol aria-label="History" className={styles.events}>
        {data?.events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
      {data && data.total > 0 && (
        <Pagination
          page={page}
          pageSize={page_size}
          total={data.total}
          noun="change"
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
    </Card>
  )
}

function Event({ event }: { event: AuditEvent }) {
  const changes = event.action === 'instance.edit' ? editChanges(event) : []
  return (
    <li className={styles.event}>
      <span className={styles.at}>
        <Moment at={event.at} />
      </span>
      <div className={styles.deed}>
        <p>
          <b>{event.actor_name}</b> {deedWords(event.action)} {event.object_name}
        </p>
        {changes.length > 0 && <ChangeList changes={changes} />}
      </div>
    </li>
  )
}

const UNSAID: Parameters<typeof instanceChanges>[0] = {
  name: '',
  description: '',
  tags: [],
  modes: {},
  execution_specs: {},
  draft: false,
}

/** The event holds the fields that changed, each whole. */
function editChanges({ before, after }: AuditEvent) {
  return instanceChanges({ ...UNSAID, ...given(before) }, { ...UNSAID, ...given(after) })
}

function given(fields: AuditEvent['before']): object {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== null))
}
