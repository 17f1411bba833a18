import { type AuditEvent, listAudit } from '@podium/contract/calls/audit.ts'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listParts } from '../../../record/list-table.tsx'
import { useList } from '../../../record/use-list.ts'
import text from '../../../theme/text.module.css'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { Code } from '../../../ui/text/mono.tsx'
import { eventWords, objectWords } from './action-words.ts'
import { changedNames, type EventChange, eventChanges } from './event-changes.ts'
import { EventFields } from './event-fields.tsx'
import styles from './history.module.css'

interface HistoryProps {
  /** the workspace, or one record in it */
  of: { workspace_id: string; object_id?: string }
  /** why the person may not read it */
  disabledReason: string | undefined
  /** puts the changes of an event into words */
  changesOf?: (event: AuditEvent) => readonly EventChange[]
  /** after the count at the foot */
  note?: ReactNode
}

/** Lists the audit events of a workspace or a record, newest first, or says why the person may not read them. */
export function History({ disabledReason, ...history }: HistoryProps) {
  if (disabledReason === undefined) return <Events {...history} />
  return (
    <Card flush>
      <EmptyState title={disabledReason} drawing="lock" />
    </Card>
  )
}

function Events({ of, changesOf = eventChanges, note }: Omit<HistoryProps, 'disabledReason'>) {
  const list = useList(listAudit, ({ events }) => events, { query: of })
  const { rows, placeholder, foot } = listParts(list, {
    noun: 'change',
    empty: <EmptyState title="No changes yet" />,
    note,
  })
  return (
    <Card flush>
      {placeholder}
      <ol aria-label="History">
        {rows?.map((event) => (
          <li key={event.id} className={styles.event}>
            <EventItem event={event} changes={changesOf(event)} />
          </li>
        ))}
      </ol>
      {foot}
    </Card>
  )
}

/** One line, which unfolds to the changed fields and the address of the request. */
function EventItem({ event, changes }: { event: AuditEvent; changes: readonly EventChange[] }) {
  const [isOpen, setOpen] = useState(false)
  const { at, actor_name, before, address, request_id } = event
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>
        <Icon of={ChevronRight} />
        <span className={text.note}>
          <Moment at={at} />
        </span>
        <span>
          {actor_name} <span className={text.muted}>{eventWords(event)}</span>{' '}
          <span className={classNames(text.strong, styles.object)}>{objectWords(event)}</span>
        </span>
        <span className={classNames(text.note, styles.names)}>
          {before !== null && changedNames(changes)}
        </span>
      </summary>
      {isOpen && (
        <div className={styles.opened}>
          <EventFields changes={changes}>
            {address !== '' && (
              <>
                <dt className={text.muted}>Address</dt>
                <dd translate="no" className={text.mono}>
                  {address}
                </dd>
              </>
            )}
            {request_id !== '' && (
              <>
                <dt className={text.muted}>Request ID</dt>
                <dd>
                  <Code>{request_id}</Code> <CopyButton text={request_id} label="Copy request ID" />
                </dd>
              </>
            )}
          </EventFields>
        </div>
      )}
    </details>
  )
}
