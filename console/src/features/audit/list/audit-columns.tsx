import type { AuditEvent } from '@podium/contract/audit.ts'
import { workspaceDisplayName } from '@podium/contract/rules.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf } from '../../../format/number.ts'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { RowName } from '../../../ui/table/row-name.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { objectWords } from '../components/deed-words.ts'
import { eventChanges } from '../components/event-changes.ts'
import styles from './audit-columns.module.css'
import { EventLink } from './event-link.tsx'

export const auditColumns: readonly Column<AuditEvent>[] = [
  {
    id: 'action',
    header: 'Action',
    sortable: true,
    width: '22%',
    cell: (event) => (
      <RowName>
        <EventLink event={event} />
      </RowName>
    ),
  },
  { id: 'at', header: 'Time', sortable: true, width: '18%', cell: (event) => <Moment at={event.at} /> },
  {
    id: 'actor_name',
    header: 'Who',
    sortable: true,
    width: '18%',
    cell: (event) => <Two first={event.actor_name} second={event.address} />,
  },
  {
    id: 'object_name',
    header: 'Object',
    sortable: true,
    width: '26%',
    cell: (event) => <Two first={objectWords(event)} second={placeOf(event)} />,
  },
  { id: 'changes', header: 'Changes', width: '16%', cell: (event) => <Changes of={event} /> },
]

/** What kind of thing it is, and in which workspace. */
function placeOf({ object_kind, workspace_name }: AuditEvent): string {
  return workspace_name === '' || object_kind === 'workspace'
    ? object_kind
    : `${object_kind} in ${workspaceDisplayName(workspace_name)}`
}

function Two({ first, second }: { first: string; second: string }) {
  return (
    <span className={styles.two}>
      <span className={text.cut} title={first}>
        {first}
      </span>
      {second !== '' && (
        <span className={classNames(text.sub, text.cut)} title={second}>
          {second}
        </span>
      )}
    </span>
  )
}

function Changes({ of: event }: { of: AuditEvent }) {
  const changes = eventChanges(event)
  if (changes.length === 0) return NOTHING
  const names = changes.map(({ name }) => name).join(', ')
  return <Two first={countOf(changes.length, 'field')} second={names} />
}
