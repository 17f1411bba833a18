import { type AuditEvent, listAudit } from '@podium/contract/audit.ts'
import type { ReactNode } from 'react'
import { listParts } from '../../../record/list-table.tsx'
import { useList } from '../../../record/use-list.ts'
import layout from '../../../theme/layout.module.css'
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
  trailing?: ReactNode
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

function Events({ of, changesOf = eventChanges, trailing }: Omit<HistoryProps, 'disabledReason'>) {
  const list = useList(listAudit, ({ events }) => events, { query: of })
  const { rows, placeholder, foot } = listParts(list, {
    noun: 'change',
    empty: <EmptyState title="No changes yet" />,
  })
  return (
    <Card title="History" flush trailing={trailing}>
      {placeholder}
      <ol aria-label="History">
        {rows?.map((event) => {
          const changes = changesOf(event)
          const { address, request_id } = event
          return (
            <li key={event.id} className={styles.event}>
              <span className={text.note}>
                <Moment at={event.at} />
                {address !== '' && <span className={text.sub}>from {address}</span>}
              </span>
              <div className={layout.stackTight}>
                <p>
                  <span className={text.strong}>{event.actor_name}</span> {actionWords(event.action)}{' '}
                  {objectWords(event)}
                </p>
                {changes.length > 0 && <ChangeList changes={changes} added={event.before === null} />}
              </div>
              {request_id !== '' && (
                <span className={classNames(layout.row, text.tiny, text.muted, styles.request)}>
                  Request{' '}
                  <code className={classNames(text.mono, text.cut)} title={request_id}>
                    {request_id}
                  </code>
                  <CopyButton text={request_id} label="Copy request ID" />
                </span>
              )}
            </li>
          )
        })}
      </ol>
      {foot}
    </Card>
  )
}
