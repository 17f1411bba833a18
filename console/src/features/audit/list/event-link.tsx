import type { AuditEvent } from '@podium/contract/audit.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { deedTitle } from '../components/deed-words.ts'
import styles from './audit-columns.module.css'

/** Names the link that opened the panel, so that the focus finds back to it. */
export const eventLinkId = (id: number | string) => `event-${id}`

/** Shows the event beside the list. */
export function EventLink({ event: { id, action } }: { event: AuditEvent }) {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  return (
    <Link
      id={eventLinkId(id)}
      className={styles.deed}
      to="."
      search={{ ...search, event: String(id) } as never}
      replace
      resetScroll={false}
    >
      {deedTitle(action)}
    </Link>
  )
}
