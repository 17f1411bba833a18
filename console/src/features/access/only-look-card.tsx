import { setMembersMayOnlyLook, type Workspace } from '@podium/contract/calls/workspaces.ts'
import { useChange } from '../../record/use-change.ts'
import { SwitchCard } from '../../ui/form/switch.tsx'
import { useDisabledReasonIn } from '../workspaces/components/use-disabled-reason.ts'

/** Takes effect at once. Runs that members have started continue. */
export function OnlyLookCard({ workspace }: { workspace: Workspace }) {
  const disabledReason = useDisabledReasonIn()('workspace.restrict', workspace)
  const { change } = useChange<boolean>({
    change: (members_may_only_look, send) =>
      send(setMembersMayOnlyLook, { params: { id: workspace.id }, body: { members_may_only_look } }),
    failed: 'What members may do was not changed.',
    tell: (_, only) => ({
      snackbar: only ? 'Members may only look now.' : 'Members may do what developers may.',
    }),
  })
  return (
    <SwitchCard
      title="Members may only look"
      sub="When on, people with the role Member can open everything but not start, change or delete. Their current runs continue."
      on={workspace.members_may_only_look}
      disabledReason={disabledReason}
      onChange={(only) => void change(only)}
    />
  )
}
