import type { AuditEvent } from '@podium/contract/audit.ts'
import { workspaceDisplayName } from '@podium/contract/rules.ts'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { paths } from '../../../navigation/paths.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { ChangeList } from '../../../ui/form/change-list.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { deedTitle, objectWords } from '../components/deed-words.ts'
import { eventChanges } from '../components/event-changes.ts'
import styles from './event-panel.module.css'

interface EventPanelProps {
  event: AuditEvent
  /** the workspace that a manager reads about: what else is asked for stays in it */
  only: string | undefined
  onClose: () => void
}

/** All that is known of one change, beside the list: closed by its button or by Escape. */
export function EventPanel({ event, only, onClose }: EventPanelProps) {
  const { id, action, object_kind, object_id, workspace_name, actor_name } = event
  const changes = eventChanges(event)
  const title = deedTitle(action)
  const within = only === undefined ? undefined : { workspace_id: only }
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each event's panel is announced anew
  useEffect(() => heading.current?.focus(), [id])

  return (
    <section
      aria-labelledby={headingId}
      className={styles.panel}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className={styles.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1} title={title}>
          {title}
        </h2>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      <div className={styles.body}>
        {changes.length === 0 ? (
          <p className={styles.none}>No field is kept of this.</p>
        ) : (
          <ChangeList changes={changes} />
        )}
        <DefinitionList
          items={[
            { term: 'Object', value: `${object_kind} ${objectWords(event)}` },
            { term: 'Object ID', value: <Code of={object_id} /> },
            { term: 'Action', value: <Code of={action} /> },
            { term: 'Workspace', value: workspaceDisplayName(workspace_name) },
            { term: 'Who', value: actor_name },
            { term: 'Time', value: <Moment at={event.at} /> },
            { term: 'Time in UTC', value: <Code of={event.at} /> },
            { term: 'Address', value: event.address && <Code of={event.address} /> },
            { term: 'Request ID', value: event.request_id && <Code of={event.request_id} /> },
          ]}
        />
      </div>
      <div className={styles.foot}>
        <Link {...paths.audit({ object_kind, object_id, ...within })}>All changes of this {object_kind}</Link>
        <Link {...paths.audit({ actor: actor_name, ...within })}>All by {actor_name}</Link>
      </div>
    </section>
  )
}

function Code({ of: words }: { of: string }) {
  return <span className={styles.code}>{words}</span>
}
