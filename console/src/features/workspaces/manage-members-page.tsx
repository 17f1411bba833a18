import type { Workspace } from '@podium/contract/workspaces.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '../../format/number.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useLeaveGuard } from '../../navigation/use-leave-guard.ts'
import { useKeptForm, useKeptValues, useRepeat } from '../../session/use-kept-form.ts'
import layout from '../../theme/layout.module.css'
import { Button } from '../../ui/button/button.tsx'
import { buttonClass } from '../../ui/button/button-class.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SaveBar } from '../../ui/form/save-bar.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { RecordPage } from './components/record-page.tsx'
import { useWhyNotIn } from './components/use-why-not-in.ts'
import { recordQuery } from './components/workspace-record.ts'
import { AddPeopleCard } from './members/add-people-card.tsx'
import { ChangesReview } from './members/changes-review.tsx'
import { type Draft, without } from './members/member-draft.ts'
import { MemberTable } from './members/member-table.tsx'
import { RolesCard } from './members/roles-card.tsx'
import type { Credentials } from './members/save-members.ts'
import { useSaveMembers } from './members/use-save-members.tsx'

const TITLE = 'Manage Members'

export async function load({ queries, params }: PageContext) {
  await queries.prefetchQuery(recordQuery(params.id ?? ''))
}

export function Page() {
  const whyNotIn = useWhyNotIn()
  return (
    <RecordPage title={TITLE}>
      {(workspace) => {
        const reason = whyNotIn('member.edit', workspace)
        if (reason === undefined) return <MembersForm key={workspace.id} workspace={workspace} />
        return <Locked workspace={workspace} reason={reason} />
      }}
    </RecordPage>
  )
}

function Locked({ workspace, reason }: { workspace: Workspace; reason: string }) {
  return (
    <>
      <PageHeader title={TITLE} lead={workspace.display_name} />
      <Card flush>
        <EmptyState
          title={reason}
          drawing="lock"
          action={
            <Link {...paths.workspace(workspace.id, { tab: 'members' })} className={buttonClass()}>
              See the members
            </Link>
          }
        />
      </Card>
    </>
  )
}

const NO_CHANGES: Draft = []

function MembersForm({ workspace }: { workspace: Workspace }) {
  const { id, display_name } = workspace
  const navigate = useNavigate()
  const form = `${TITLE} of ${display_name}`
  const kept = useKeptValues<Draft>(form)
  const [draft, setDraft] = useState(kept ?? NO_CHANGES)
  const [credentials, setCredentials] = useState<Credentials>()
  const isChanged = draft.length > 0
  useKeptForm(form, isChanged ? draft : undefined)
  useLeaveGuard(isChanged, 'The changes are not saved.')
  const { save, isBusy, refused } = useSaveMembers({
    workspace,
    draft,
    credentials,
    onDone: (done) =>
      setDraft((before) => done.reduce((left, { person }) => without(left, person.id), before)),
  })
  useRepeat(form, `Save ${countOf(draft.length, 'change')} of the members of ${display_name}`, () =>
    save(true),
  )
  return (
    <>
      <PageHeader
        title={TITLE}
        lead={`Who works in ${display_name}, and as what. Nothing changes before Save.`}
      />
      <div className={layout.columns}>
        <div className={layout.wide}>
          <div className={layout.stackClose}>
            <AddPeopleCard
              workspace={workspace}
              draft={draft}
              onDraft={setDraft}
              credentials={credentials}
              onCredentials={setCredentials}
            />
            <MemberTable workspace={workspace} draft={draft} onDraft={setDraft} />
            <ChangesReview
              draft={draft}
              workspace={display_name}
              refused={refused}
              onUndo={(person) => setDraft((before) => without(before, person))}
            >
              <SaveBar note={isChanged ? countOf(draft.length, 'change') : 'Nothing is changed yet.'}>
                <Button onClick={() => void navigate(paths.workspace(id, { tab: 'members' }))}>Cancel</Button>
                <Button
                  kind="primary"
                  busy={isBusy}
                  reason={isChanged ? undefined : 'Nothing is changed.'}
                  onClick={() => void save()}
                >
                  {refused.length > 0 && isChanged ? 'Try again' : 'Save'}
                </Button>
              </SaveBar>
            </ChangesReview>
          </div>
        </div>
        <div className={layout.narrow}>
          <RolesCard />
        </div>
      </div>
    </>
  )
}
