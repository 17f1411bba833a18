import {
  type AccessRequest,
  ASKED_ROLES,
  listAccessRequests,
} from '@podium/contract/calls/access-requests.ts'
import type { OwnWorkspace } from '@podium/contract/calls/auth.ts'
import { may, roleLabels } from '@podium/contract/rules/permissions.ts'
import { useState } from 'react'
import { useAddress } from '../../navigation/use-address.ts'
import { type ListFilter, ListTable } from '../../record/list-table.tsx'
import { useList } from '../../record/use-list.ts'
import { callerIn } from '../../session/use-caller.ts'
import { useAccount, useSessionState } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CellLines } from '../../ui/table/cell-text.tsx'
import type { Column } from '../../ui/table/table-rows.tsx'
import { Tag } from '../../ui/text/chip.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { Person } from '../workspaces/components/person.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { RequestState, STATE_WORDS } from './request-state.tsx'

const TITLE = 'Access Requests'
const FILTERS: readonly ListFilter[] = [
  { id: 'state', name: 'Decision', values: STATE_WORDS },
  {
    id: 'role',
    name: 'Role',
    values: Object.fromEntries(ASKED_ROLES.map((role) => [role, roleLabels[role]])),
  },
]

export function Page() {
  const { role } = useAccount()
  const { workspace, workspaces } = useSessionState()
  const { search } = useAddress()
  const workspaceId = search.workspace_id ?? (role === 'ADMIN' ? undefined : workspace?.id)
  const only = workspaces.find(({ id }) => id === workspaceId)
  if (role === 'ADMIN') return <Requests only={only} />
  return may('access-request.decide', callerIn(role, only)) ? (
    <Requests only={only} />
  ) : (
    <>
      <PageHeader title={TITLE} />
      <Card flush>
        <EmptyState title="Only a manager of this workspace may do this." drawing="lock" />
      </Card>
    </>
  )
}

/** @param only the workspace whose requests are shown; undefined for all, including requests for no workspace */
function Requests({ only }: { only: OwnWorkspace | undefined }) {
  const within = only?.id
  const list = useList(listAccessRequests, (reply) => reply.access_requests, {
    query: { workspace_id: within },
  })
  const [deciding, setDeciding] = useState<{ request: AccessRequest; is: 'approving' | 'declining' }>()
  const close = () => setDeciding(undefined)

  function decisionCell(request: AccessRequest) {
    const { username, workspace_id, state } = request
    if (state !== 'open') return <Decision of={request} />
    return (
      <span className={layout.wrap}>
        <Button
          small
          aria-label={`Approve the request of ${username}`}
          disabledReason={workspace_id === null ? 'No workspace has this name.' : undefined}
          onClick={() => setDeciding({ request, is: 'approving' })}
        >
          Approve
        </Button>
        <Button
          small
          aria-label={`Decline the request of ${username}`}
          onClick={() => setDeciding({ request, is: 'declining' })}
        >
          Decline
        </Button>
      </span>
    )
  }

  const columns: readonly Column<AccessRequest>[] = [
    {
      id: 'username',
      header: 'Who',
      sortable: true,
      width: '15%',
      cell: ({ username, display_name }) => <Person name={username} sub={display_name} />,
    },
    { id: 'workspace_name', header: 'Workspace', sortable: true, width: '13%', cell: workspaceCell },
    {
      id: 'role',
      header: 'Role',
      sortable: true,
      width: '11%',
      cell: ({ role }) => <Tag>{roleLabels[role]}</Tag>,
    },
    { id: 'reason', header: 'Reason', width: 'auto', onPhone: 'line', cell: ({ reason }) => reason },
    {
      id: 'created_at',
      header: 'Asked',
      sortable: true,
      width: '144px',
      cell: ({ created_at }) => <ListTime at={created_at} />,
    },
    {
      id: 'state',
      header: 'Decision',
      sortable: true,
      width: '20%',
      onPhone: 'line',
      cell: decisionCell,
    },
  ]

  return (
    <>
      <PageHeader
        title={TITLE}
        lead={
          only
            ? `Who asked for access to ${only.display_name}.`
            : 'People who ask to join a workspace. The workspace may not exist yet.'
        }
      />
      <ListTable<AccessRequest>
        list={list}
        name={TITLE}
        noun="request"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ username, workspace_name }) => `${username} for ${workspace_name}`}
        searched="Search who, workspace, reason"
        filters={FILTERS}
      />
      {deciding?.is === 'approving' && <ApproveDialog request={deciding.request} onClose={close} />}
      {deciding?.is === 'declining' && (
        <DeclineDialog request={deciding.request} within={within} onClose={close} />
      )}
    </>
  )
}

function workspaceCell({ workspace_name, workspace_id }: AccessRequest) {
  const second = workspace_id === null ? 'does not exist' : ''
  return <CellLines first={workspace_name} second={second} />
}

function Decision({ of: request }: { of: AccessRequest }) {
  const { decided_by, decided_at, answer } = request
  return (
    <span className={layout.stackTight}>
      <span className={layout.wrap}>
        <RequestState of={request} />
        <span className={text.small}>
          {decided_by !== '' && `by ${decided_by}, `}
          <ListTime at={decided_at} />
        </span>
      </span>
      {answer !== '' && <span className={text.small}>{answer}</span>}
    </span>
  )
}
