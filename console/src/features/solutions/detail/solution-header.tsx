import type { Solution, Version } from '@podium/contract/calls/solutions.ts'
import { builtOnReason } from '@podium/contract/rules/built-on.ts'
import { may } from '@podium/contract/rules/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Play, Plus } from 'lucide-react'
import { formatVersion } from '../../../format/version.ts'
import { MainButton } from '../../../navigation/main-button.tsx'
import { paths } from '../../../navigation/paths.ts'
import type { Target } from '../../../navigation/target.ts'
import { type DeletionTarget, useDeletion } from '../../../record/use-deletion.tsx'
import { useCaller, useDisabledReason, useDisabledReasonFor } from '../../../session/use-caller.ts'
import { useSessionState } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import type { MenuItem } from '../../../ui/menu/menu-popup.tsx'
import { MoreMenu } from '../../../ui/menu/more-menu.tsx'
import { Tag } from '../../../ui/text/chip.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { solutionTarget, versionTarget } from '../deletion-targets.ts'
import { useRegisterDialog } from '../register/use-register-dialog.tsx'
import { instancesQuery, isUsed, newestOf, streamsQuery } from '../solution-record.tsx'

interface SolutionHeaderProps {
  solution: Solution
  /** the version number that is shown */
  chosen: number
  /** the purpose of that version */
  lead: string | undefined
}

/** The name of the solution and the actions on it. On a phone all but the two main actions are in the menu. */
export function SolutionHeader({ solution, chosen, lead }: SolutionHeaderProps) {
  const { id, name, workspace_id: ws, versions } = solution
  const newest = newestOf(solution)
  const version = versions.find(({ version_num }) => version_num === chosen)
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const runDisabledReason = useDisabledReason('run.start')
  const editDisabledReason = useDisabledReason('solution.edit')
  const register = useRegisterDialog(solution)
  const deletions = useDeletions(solution, version)

  const newVersion = {
    label: 'Register New Version',
    icon: Plus,
    disabledReason: register.disabledReason,
    onSelect: register.open,
  }
  const more = (
    <MoreMenu
      label="More actions"
      outline
      items={isPhone ? [newVersion, 'divider', ...deletions] : deletions}
    />
  )
  const edit = (
    <Button
      icon={Pencil}
      disabledReason={editDisabledReason}
      onClick={() => void navigate(paths.editSolution(id, { ws }))}
    >
      {chosen === newest ? 'Edit' : `Edit ${formatVersion(newest)}`}
    </Button>
  )
  const newRun = (
    <MainButton
      icon={Play}
      disabledReason={runDisabledReason}
      onClick={() =>
        void navigate(paths.newRun({ solution: id, version: String(version?.version_num ?? ''), ws }))
      }
    >
      New Run
    </MainButton>
  )

  return (
    <>
      <PageHeader
        title={name}
        beside={<Tag>{formatVersion(chosen)}</Tag>}
        lead={lead}
        actions={
          isPhone ? (
            <>
              {newRun}
              {edit}
              {more}
            </>
          ) : (
            <>
              {edit}
              <Button icon={Plus} disabledReason={register.disabledReason} onClick={register.open}>
                {newVersion.label}
              </Button>
              {more}
              {newRun}
            </>
          )
        }
      />
      {register.dialog}
    </>
  )
}

/** The menu items that delete the shown version or the whole solution. */
function useDeletions(solution: Solution, version: Version | undefined): readonly MenuItem[] {
  const { id, workspace_id: ws } = solution
  const navigate = useNavigate()
  const { remove } = useDeletion('solution')
  const disabledReason = useDeletionDisabledReason(solution)

  function deletion(what: string, target: DeletionTarget, destination: Target, reason?: string): MenuItem {
    const leave = () => navigate({ ...destination, replace: true })
    return {
      label: `Delete ${what}`,
      removes: true,
      disabledReason: reason,
      onSelect: () => void remove({ ...target, leave }),
    }
  }

  const whole = deletion('solution', solutionTarget(solution), paths.solutions(), disabledReason.solution)
  if (!version) return [whole]
  const target = versionTarget(solution, version)
  const words = formatVersion(version.version_num)
  return [deletion(words, target, paths.solution(id, { ws }), disabledReason.version(version)), whole]
}

/**
 * Returns why the person may not delete the solution or a version of it, judged by the uses that the page has read.
 * For older uses the server refuses with the same sentence.
 */
function useDeletionDisabledReason(solution: Solution) {
  const caller = useCaller()
  const { account } = useSessionState()
  const disabledReasonFor = useDisabledReasonFor()
  const enabled = isUsed(solution)
  const instances = useQuery({ ...instancesQuery(solution), enabled }).data?.instances ?? []
  const streams = useQuery({ ...streamsQuery(solution), enabled }).data?.streams ?? []

  function othersOf(built: readonly { created_by: string }[]): string | undefined {
    const names = new Set(built.map(({ created_by }) => created_by))
    names.delete(account?.userName ?? '')
    return names.size === 0 || may('solution.delete', caller) ? undefined : builtOnReason([...names].sort())
  }

  return {
    solution:
      disabledReasonFor('solution.delete', solution.created_by) ??
      othersOf([...solution.versions, ...instances, ...streams]),
    version({ version_num, created_by }: Version) {
      if (solution.version_count === 1)
        return 'This is the only version of the solution. Delete the solution instead.'
      return (
        disabledReasonFor('version.delete', created_by) ??
        othersOf([...instances, ...streams].filter((use) => use.version_num === version_num))
      )
    },
  }
}
