import { type AuditEvent, listAudit } from '@podium/contract/audit.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { useListState } from '../../../navigation/list-state.ts'
import { paths } from '../../../navigation/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { ChangeList } from '../../../ui/change-list.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { deedWords, objectWords } from '../../audit/components/deed-words.ts'
import { eventChanges } from '../../audit/components/event-changes.ts'
import { useWhyNotIn } from '../components/use-why-not-in.ts'
import styles from './history-tab.module.css'

const RULES = { sorts: ['at'], defaultSort: '-at' } as const
const WORDS = { loading: 'Loading the history', failed: 'The history could not be read' }

/** Who changed what in the workspace, the newest first. */
export function HistoryTab({ workspace }: { workspace: Workspace }) {
  const reason = useWhyNotIn()('audit.read', workspace)
  if (reason === undefined) return <History id={workspace.id} />
  return (
    <Card flush>
      <EmptyState title={reason} drawing="lock" />
    </Card>
  )
}

function History({ id }: { id: string }) {
  const list = useListState(RULES)
  const { page, page_size } = list.query
  const query = useQuery({
    ...q(listAudit, { query: { workspace_id: id, page, page_size, sort: '-at' } }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  return (
    <Card title="History" flush aside={<AuditLink id={id} />}>
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

/** The same changes with filters and as a file. */
function AuditLink({ id }: { id: string }) {
  return <Link {...paths.audit({ workspace_id: id })}>Open in the audit log</Link>
}

function Event({ event }: { event: AuditEvent }) {
  const changes = eventChanges(event)
  return (
    <li className={styles.event}>
      <span className={styles.at}>
        <Moment at={event.at} />
        {event.address !== '' && <span className={styles.from}>from {event.address}</span>}
      </span>
      <div className={styles.deed}>
        <p>
          <b>{event.actor_name}</b> {deedWords(event.action)} {objectWords(event)}
        </p>
        {changes.length > 0 && <ChangeList changes={changes} />}
      </div>
      {event.request_id !== '' && (
        <span className={styles.request}>
          Request <code title={event.request_id}>{event.request_id}</code>
          <CopyButton text={event.request_id} label="Copy request ID" />
        </span>
      )}
    </li>
  )
}
