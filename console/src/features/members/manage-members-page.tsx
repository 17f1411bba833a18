import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { roleLabels, type WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '../../format/number.ts'
import { ButtonLink } from '../../navigation/button-link.tsx'
import { paths } from '../../navigation/paths.ts'
import { useLeaveGuard } from '../../navigation/use-leave-guard.ts'
import { useRepeat, useSavedForm, useSavedValues } from '../../session/use-saved-form.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { NotAllowed } from '../../ui/feedback/not-allowed.tsx'
import { SaveBar } from '../../ui/form/form-frame.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ROLES } from '../workspaces/components/role-options.ts'
import { useDisabledReasonIn } from '../workspaces/components/use-disabled-reason.ts'
import { loadWorkspace, WorkspaceRecord } from '../workspaces/components/workspace-record.tsx'
import { AddPeopleCard } from './add-people-card.tsx'
import { ChangesReview } from './changes-review.tsx'
import type { Credentials, Draft } from './member-draft.ts'
import { MemberTable } from './member-table.tsx'
import { useSaveMembers } from './use-save-members.tsx'

const TITLE = 'Manage Members'

/** Says what each role may do in a workspace. */
const RIGHTS: Readonly<Record<WorkspaceRole, string>> = {
  MANAGER:
    'Adds, changes and removes members, deletes what others created, reads the history, and does everything below.',
  DEVELOPER: 'Registers and edits solutions, starts and stops runs, deletes their own work.',
  MEMBER: 'Same rights as Developer, unless “Members may only look” is on.',
}

export const load = loadWorkspace

export function Page() {
  const disabledReasonIn = useDisabledReasonIn()
  return (
    <WorkspaceRecord title={TITLE}>
      {(workspace) => {
        const reason = disabledReasonIn('member.edit', workspace)
        if (reason === undefined) return <MembersForm key={workspace.id} workspace={workspace} />
        return (
          <>
            <PageHeader title={TITLE} lead={workspace.display_name} />
            <NotAllowed
              reason={reason}
              action={
                <ButtonLink {...paths.workspace(workspace.id, { tab: 'members' })}>
                  See the members
                </ButtonLink>
              }
            />
          </>
        )
      }}
    </WorkspaceRecord>
  )
}

function MembersForm({ workspace }: { workspace: Workspace }) {
  const { id, display_name } = workspace
  const navigate = useNavigate()
  const form = `${TITLE} of ${display_name}`
  const [draft, setDraft] = useState<Draft>(useSavedValues<Draft>(form) ?? [])
  const [credentials, setCredentials] = useState<Credentials>()
  const isChanged = draft.length > 0
  useSavedForm(form, isChanged ? draft : undefined)
  useLeaveGuard(isChanged, 'The changes are not saved.')
  const edit = { workspace, draft, onDraft: setDraft, credentials, onCredentials: setCredentials }
  const { change: save, isBusy } = useSaveMembers(edit)
  useRepeat(form, `Save ${countOf(draft.length, 'change')} of the members of ${display_name}`, () =>
    save(draft, true),
  )
  return (
    <>
      <PageHeader
        title={TITLE}
        lead={`Add members to ${display_name}, remove them or change their roles.`}
        actions={
          <ButtonLink {...paths.accessRequests({ workspace_id: id, state: 'open' })}>
            Access Requests
          </ButtonLink>
        }
      />
      <div className={layout.columns}>
        <div className={classNames(layout.wide, layout.stack)}>
          <AddPeopleCard {...edit} />
          <MemberTable {...edit} />
          <ChangesReview {...edit}>
            <SaveBar note={countOf(draft.length, 'change')}>
              <Button onClick={() => void navigate(paths.workspace(id, { tab: 'members' }))}>Cancel</Button>
              <Button kind="primary" busy={isBusy} onClick={() => void save(draft)}>
                {draft.some(({ refusal }) => refusal) ? 'Try again' : 'Save'}
              </Button>
            </SaveBar>
          </ChangesReview>
        </div>
        <div className={layout.narrow}>
          <Card title="Roles">
            <dl className={classNames(layout.stackClose, text.small)}>
              {ROLES.map((role) => (
                <div key={role}>
                  <dt className={text.strong}>{roleLabels[role]}</dt>
                  <dd className={text.muted}>{RIGHTS[role]}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </div>
      </div>
    </>
  )
}
