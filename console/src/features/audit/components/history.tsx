import { type AuditEvent, listAudit } from '@podium/contract/audit.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { ListFoot } from '../../../navigation/list-foot.tsx'
import { useListState } from '../../../navigation/list-state.ts'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { type Change, ChangeList } from '../../../ui/form/change-list.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { NoSuchPage } from '../../../ui/table/no-such-page.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { deedWords, objectWords } from './deed-words.ts'
import styles from './history.module.css'

interface HistoryProps {
  /** Whose: of a workspace, or of one thing in it. */
  of: { workspace_id: string; object_id?: string }
  /** Why the person may not read it. */
  whyNot: string | undefined
  /** What an event changed, in words. */
  changesOf: (event: AuditEvent) => readonly Change[]
  aside?: ReactNode
}

const RULES = { sorts: ['at'], defaultSort: '-at' } as const
const WORDS = { loading: 'Loading the history', failed: 'The history could not be read' }

/** Who changed what, the newest first; for those who may read the audit. */
export function History({ whyNot, ...history }: HistoryProps) {
  if (whyNot === undefined) return <Events {...history} />
  return (
    <Card flush>
      <EmptyState title={whyNot} drawing="lock" />
    </Card>
  )
}

function Events({ of, changesOf, aside }: Omit<HistoryProps, 'whyNot'>) {
  const list = useListState(RULES)
  const { page, page_size } = list.query
  const query = useQuery({
    ...q(listAudit, { query: { ...of, page, page_size, sort: '-at' } }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const none =
    page > 1 ? <NoSuchPage onFirst={() => list.setPage(1)} /> : <EmptyState title="Nothing was changed yet" />
  return (
    <Card title="History" flush aside={aside}>
      {insteadOf(query, WORDS, { tall: true })}
      {data?.events.length === 0 && none}
      <ol aria-label="History" className={styles.events}>
        {data?.events.map((event) => (
          <Event key={event.id} event={event} changes={changesOf(event)} />
        ))}
      </ol>
      <ListFoot list={list} total={data?.total} noun="change" />
    </Card>
  )
}

function Event({ event, changes }: { event: AuditEvent; changes: readonly Change[] }) {
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
