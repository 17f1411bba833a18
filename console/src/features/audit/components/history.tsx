import { type AuditEvent, listAudit } from '@podium/contract/audit.ts'
import type { ReactNode } from 'react'
import { listParts } from '../../../record/list-table.tsx'
import { useList } from '../../../record/use-list.ts'
import text from '../../../theme/text.module.css'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { type Change, ChangeList } from '../../../ui/form/change-list.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { actionWords, objectWords } from './action-words.ts'
import { eventChanges } from './event-changes.ts'
import styles from './history.module.css'

interface HistoryProps {
  /** the workspace, or one record in it */
  of: { workspace_id: string; object_id?: string }
  /** why the person may not read it */
  disabledReason: string | undefined
  /** what an event changed, in words */
  changesOf?: (event: AuditEvent) => readonly Change[]
  aside?: ReactNode
}

/** Who changed what, the newest first; for those who may read the audit. */
export function History({ disabledReason, ...history }: HistoryProps) {
  if (disabledReason === undefined) return <Events {...history} />
  return (
    <Card flush>
      <EmptyState title={disabledReason} drawing="lock" />
    </Card>
  )
}

function Events({ of, changesOf = eventChanges, aside }: Omit<HistoryProps, 'disabledReason'>) {
  const list = useList(listAudit, ({ events }) => events, { query: of })
  const { rows, placeholder, foot } = listParts(list, {
    noun: 'change',
    empty: <EmptyState title="Nothing was changed yet" />,
  })
  return (
    <Card title="History" flush aside={aside}>
      {placeholder}
      <ol aria-label="History">
        {rows?.map((event) => (
          <Event key={event.id} event={event} changes={changesOf(event)} />
        ))}
      </ol>
      {foot}
    </Card>
  )
}

function Event({ event, changes }: { event: AuditEvent; changes: readonly Change[] }) {
  return (
    <li className={styles.event}>
      <span className={classNames(styles.at, text.small, text.muted)}>
        <Moment at={event.at} />
        {event.address !== '' && <span className={styles.from}>from {event.address}</span>}
      </span>
      <div className={styles.action}>
        <p>
          <b>{event.actor_name}</b> {actionWords(event.action)} {objectWords(event)}
        </p>
        {changes.length > 0 && <ChangeList changes={changes} />}
      </div>
      {event.request_id !== '' && (
        <span className={classNames(styles.request, text.tiny, text.muted)}>
          Request{' '}
          <code className={text.cut} title={event.request_id}>
            {event.request_id}
          </code>
          <CopyButton text={event.request_id} label="Copy request ID" />
        </span>
      )}
    </li>
  )
}
