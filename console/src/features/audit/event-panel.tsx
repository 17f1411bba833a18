import type { AuditEvent } from '@podium/contract/audit.ts'
import { workspaceDisplayName } from '@podium/contract/rules.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../navigation/paths.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { ChangeList } from '../../ui/form/change-list.tsx'
import { DefinitionList } from '../../ui/layout/definition-list.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import styles from './audit-page.module.css'
import { actionTitle, objectWords } from './components/action-words.ts'
import { eventChanges } from './components/event-changes.ts'

interface EventPanelProps {
  event: AuditEvent
  /** the workspace that a manager reads about: the links stay in it */
  within: { workspace_id: string } | undefined
  onClose: () => void
}

/** All that is known of one change. */
export function EventPanel({ event, within, onClose }: EventPanelProps) {
  const { id, action, object_kind, object_id, workspace_name, actor_name } = event
  const changes = eventChanges(event)
  return (
    <SidePanel
      wide
      title={actionTitle(action)}
      id={id}
      onClose={onClose}
      footer={
        <>
          <Link {...paths.audit({ object_kind, object_id, ...within })}>
            All changes of this {object_kind}
          </Link>
          <Link {...paths.audit({ actor: actor_name, ...within })}>All by {actor_name}</Link>
        </>
      }
    >
      <div className={classNames(layout.stackClose, styles.event)}>
        {changes.length === 0 ? (
          <p className={text.muted}>No details were recorded for this change.</p>
        ) : (
          <ChangeList stacked changes={changes} />
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
    </SidePanel>
  )
}

function Code({ of: words }: { of: string }) {
  return <span className={text.mono}>{words}</span>
}
