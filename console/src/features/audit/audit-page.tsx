import { type AuditEvent, exportAuditCsv, exportAuditLines, listAudit } from '@podium/contract/calls/audit.ts'
import type { OwnWorkspace } from '@podium/contract/calls/auth.ts'
import { withLocalDays } from '@podium/contract/rules/local-days.ts'
import { may, neededFor } from '@podium/contract/rules/permissions.ts'
import { messages, workspaceDisplayName } from '@podium/contract/rules/rules.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { addressOf } from '../../api/address-of.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { dayBefore } from '../../format/day.ts'
import { NOTHING } from '../../format/nothing.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { type ListFilter, ListTable } from '../../record/list-table.tsx'
import { useList } from '../../record/use-list.ts'
import { callerIn } from '../../session/use-caller.ts'
import { useAccount, useSessionState } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { LinkButton } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { DefinitionList } from '../../ui/layout/definition-list.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { CellLines } from '../../ui/table/cell-text.tsx'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { Mono } from '../../ui/text/mono.tsx'
import { useAlert } from '../../ui/use-alert.ts'
import styles from './audit-page.module.css'
import { actionAlone, actionTitle, kindTitle, kindWords, objectWords } from './components/action-words.ts'
import { changedNames, eventChanges } from './components/event-changes.ts'
import { EventFields } from './components/event-fields.tsx'

const KINDS = [
  'account',
  'workspace',
  'member',
  'access-request',
  'webhook',
  'solution',
  'version',
  'instance',
  'stream',
  'run',
  'model',
  'data-set',
  'schedule',
  'retention',
  'object',
  'variable',
  'environment',
  'cache',
  'python',
  'installation',
]

/** @param targetWith makes the link that opens an event beside the list */
function columnsWith(targetWith: TargetWith): readonly Column<AuditEvent>[] {
  return [
    {
      id: 'action',
      header: 'Action',
      sortable: true,
      width: '24%',
      cell: (event, isPhone) => (
        // On a phone the object has no column of its own.
        <RowName sub={isPhone ? objectWords(event) : undefined}>
          <Link
            {...targetWith({ event: String(event.id) })}
            id={eventLinkId(event.id)}
            className={styles.action}
            replace
            resetScroll={false}
          >
            {actionAlone(event.action)}
          </Link>
        </RowName>
      ),
    },
    { id: 'at', header: 'Time', sortable: true, onPhone: 'beside', width: '160px', cell: timeCell },
    {
      id: 'actor_name',
      header: 'Who',
      sortable: true,
      onPhone: 'beside',
      width: '17%',
      cell: ({ actor_name, address }) => (
        <span className={styles.who}>
          <CellLines first={actor_name} second={address} />
        </span>
      ),
    },
    {
      id: 'object_name',
      header: 'Object',
      sortable: true,
      onPhone: 'hidden',
      width: 'auto',
      cell: objectCell,
    },
    { id: 'changes', header: 'Changes', onPhone: 'hidden', width: '18%', cell: changesCell },
  ]
}

export function Page() {
  const { role } = useAccount()
  const { workspace, workspaces } = useSessionState()
  const { search } = useAddress()
  if (role === 'ADMIN') return <AuditLog only={undefined} />
  const workspaceId = search.workspace_id ?? workspace?.id
  const only = workspaces.find(({ id }) => id === workspaceId)
  return may('audit.read', callerIn(role, only)) ? (
    <AuditLog only={only} />
  ) : (
    <Denied workspace={only?.display_name ?? ''} />
  )
}

/** @param only the workspace that a manager is limited to: the one in the address, else the current one */
function AuditLog({ only }: { only: OwnWorkspace | undefined }) {
  const within = only && { workspace_id: only.id }
  const list = useList(listAudit, ({ events }) => events, { query: within })
  const { search, change, targetWith } = useAddress()
  const navigate = useNavigate()
  const current = list.rows?.find(({ id }) => String(id) === search.event)
  const { q, filters } = list.address
  const offered = useFilters(list.rows, filters, only !== undefined)
  const files = { query: { q, ...withLocalDays(filters), ...within } }

  function closePanel() {
    document.getElementById(eventLinkId(search.event ?? ''))?.focus()
    change({ event: undefined }, { replace: true })
  }

  return (
    <>
      <PageHeader
        title="Audit"
        lead={`Every change in ${only?.display_name ?? 'this installation'}: who made it, when, from where, and the values before and after.`}
      />
      <ListTable<AuditEvent>
        // Clearing the filters keeps a manager's list limited to the workspace.
        list={{ ...list, clear: () => void navigate(paths.audit(within)) }}
        name="Changes"
        noun="change"
        columns={columnsWith(targetWith)}
        rowId={({ id }) => String(id)}
        rowName={(event) => `${actionTitle(event.action)} ${objectWords(event)}`}
        searched="Search who, what, address"
        filters={offered}
        trailing={
          <>
            <LinkButton icon={Download} small href={addressOf(exportAuditCsv, files)} download="audit.csv">
              Export CSV
            </LinkButton>
            <LinkButton
              icon={Download}
              small
              href={addressOf(exportAuditLines, files)}
              download="audit.jsonl"
            >
              Export JSON
            </LinkButton>
          </>
        }
        onOpen={({ id }) => change({ event: String(id) }, { replace: true })}
        current={current && String(current.id)}
        panel={current && <EventPanel event={current} within={within} onClose={closePanel} />}
      />
    </>
  )
}

/** Kind and time can be chosen; the others are set by links and can only be removed. Accounts have no workspace. */
function useFilters(
  events: readonly AuditEvent[] | undefined,
  set: Readonly<Record<string, string | undefined>>,
  isLimited: boolean,
): ListFilter[] {
  const { workspaces } = useSessionState()
  const kinds = isLimited ? KINDS.filter((kind) => kind !== 'account') : KINDS
  const object = events?.find(({ object_id }) => object_id === set.object_id)
  const workspace = workspaces.find(({ id }) => id === set.workspace_id)
  return [
    {
      id: 'object_kind',
      name: 'Kind',
      values: Object.fromEntries(kinds.map((kind) => [kind, kindTitle(kind)])),
    },
    {
      id: 'from',
      name: set.from === undefined ? 'Time' : 'From',
      values: { [dayBefore(0)]: 'Today', [dayBefore(6)]: 'Last 7 days', [dayBefore(29)]: 'Last 30 days' },
      label: set.from,
    },
    { id: 'to', name: 'To' },
    { id: 'actor', name: 'Who' },
    { id: 'action', name: 'Action', label: set.action && actionAlone(set.action) },
    { id: 'object_id', name: 'Object', label: object && objectWords(object) },
    ...(isLimited ? [] : [{ id: 'workspace_id', name: 'Workspace', label: workspace?.display_name }]),
  ]
}

type TargetWith = ReturnType<typeof useAddress>['targetWith']

/** The focus returns to the link when the panel that it opened is closed. */
const eventLinkId = (id: number | string) => `event-${id}`

/** The tooltip adds the seconds, which tell events of one minute apart. */
function timeCell({ at }: AuditEvent) {
  return (
    <time dateTime={at} title={`${formatDateTime(at)}:${at.slice(17, 19)}`}>
      {formatDateTime(at)}
    </time>
  )
}

function objectCell(event: AuditEvent) {
  const { object_kind, workspace_name } = event
  const isWithin = workspace_name !== '' && object_kind !== 'workspace'
  const within = isWithin ? ` in ${workspaceDisplayName(workspace_name)}` : ''
  return <CellLines first={objectWords(event)} second={kindTitle(object_kind) + within} />
}

/** Names the fields that an edit changed (a created record has them all), and shows that the row opens. */
function changesCell(event: AuditEvent) {
  const names = event.before && event.after ? changedNames(eventChanges(event)) : NOTHING
  return (
    <span className={layout.row}>
      <span className={classNames(layout.grow, styles.changes)}>{names}</span>
      <Icon of={ChevronRight} className={text.muted} />
    </span>
  )
}

interface EventPanelProps {
  event: AuditEvent
  /** the workspace that a manager is limited to: the links stay in it */
  within: { workspace_id: string } | undefined
  onClose: () => void
}

function EventPanel({ event, within, onClose }: EventPanelProps) {
  const { id, action, object_kind, object_id, workspace_name, actor_name } = event
  const changes = eventChanges(event)
  return (
    <SidePanel
      wide
      title={actionAlone(action)}
      id={id}
      onClose={onClose}
      footer={
        <>
          <Link {...paths.audit({ object_kind, object_id, ...within })}>
            All changes of this {kindWords(object_kind)}
          </Link>
          <Link {...paths.audit({ actor: actor_name, ...within })}>All by {actor_name}</Link>
        </>
      }
    >
      <div className={classNames(layout.stackClose, styles.event)}>
        {changes.length === 0 ? (
          <p className={text.muted}>No details were recorded for this change.</p>
        ) : (
          <EventFields changes={changes} />
        )}
        <DefinitionList
          items={[
            { term: 'Object', value: `${kindTitle(object_kind)} ${objectWords(event)}` },
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
  return <Mono>{words}</Mono>
}

/** Redirects to the overview, as every denied page does, and says why. */
function Denied({ workspace }: { workspace: string }) {
  const navigate = useNavigate()
  const showAlert = useAlert()
  const isTold = useRef(false)
  useEffect(() => {
    if (isTold.current) return
    isTold.current = true
    void navigate({ ...paths.overview(), replace: true })
    void showAlert('error', messages.no_permission, neededFor('audit.read', workspace))
  }, [navigate, showAlert, workspace])
  return null
}
