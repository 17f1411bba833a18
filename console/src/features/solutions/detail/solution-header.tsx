import { whyBuiltOn } from '@podium/contract/built-on.ts'
import { may } from '@podium/contract/permissions.ts'
import type { Solution, Version } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useDeletion } from '../../../record/use-deletion.tsx'
import { useCaller, useDisabledReason, useDisabledReasonFor } from '../../../session/use-caller.ts'
import { useSessionState } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { MenuItem } from '../../../ui/menu/menu-popup.tsx'
import { Tag } from '../../../ui/text/chip.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { solutionTarget, versionTarget } from '../deletion-targets.ts'
import { instancesQuery, streamsQuery } from './solution-queries.tsx'

interface SolutionHeaderProps {
  solution: Solution
  /** the number of the version that is shown; undefined where there is none */
  chosen: number | undefined
  /** what that version is for */
  lead: string | undefined
  /** the dialog that registers the next version */
  register: { open: () => void; disabledReason: string | undefined }
}

/** The name of the solution and what can be done with it. On a phone only the two main actions are outside the menu. */
export function SolutionHeader({ solution, chosen, lead, register }: SolutionHeaderProps) {
  const { id, name, workspace_id: ws, versions } = solution
  const newest = versions[0]?.version_num
  const version = versions.find(({ version_num }) => version_num === chosen)
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const runDisabledReason = useDisabledReason('run.start')
  const editDisabledReason = useDisabledReason('solution.edit')
  const deletions = useDeletions(solution, version)

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
    <Button
      kind="primary"
      icon={Play}
      disabledReason={runDisabledReason}
      onClick={() =>
        void navigate(paths.newRun({ solution: id, version: String(version?.version_num ?? ''), ws }))
      }
    >
      New Run
    </Button>
  )
  const newVersion = {
    label: 'Register new version',
    icon: Plus,
    disabledReason: register.disabledReason,
    onSelect: register.open,
  }

  return (
    <PageHeader
      title={name}
      beside={<Tag>{formatVersion(chosen)}</Tag>}
      lead={lead}
      actions={
        isPhone ? (
          <>
            {newRun}
            {edit}
            <MoreActions items={[newVersion, 'divider', ...deletions]} />
          </>
        ) : (
          <>
            <MoreActions items={deletions} />
            {edit}
            <Button icon={Plus} disabledReason={register.disabledReason} onClick={register.open}>
              {newVersion.label}
            </Button>
            {newRun}
          </>
        )
      }
    />
  )
}

function MoreActions({ items }: { items: readonly MenuItem[] }) {
  return <Menu trigger={<IconButton icon={Ellipsis} label="More actions" outline />} items={items} />
}

/** The deletions of the version that is shown and of the whole solution. */
function useDeletions(solution: Solution, version: Version | undefined): readonly MenuItem[] {
  const { id, workspace_id: ws } = solution
  const navigate = useNavigate()
  const { remove } = useDeletion('solution')
  const disabledReason = useDeletionDisabledReason(solution)
  const deleteSolution = {
    label: 'Delete solution',
    icon: Trash2,
    removes: true,
    disabledReason: disabledReason.solution,
    onSelect() {
      const leave = () => navigate({ ...paths.solutions(), replace: true })
      void remove({ ...solutionTarget(solution), leave })
    },
  } as const
  if (!version) return [deleteSolution]
  const deleteVersion = {
    label: `Delete ${formatVersion(version.version_num)}`,
    icon: Trash2,
    removes: true,
    disabledReason: disabledReason.version(version),
    onSelect() {
      const leave = () => navigate({ ...paths.solution(id, { ws }), replace: true })
      void remove({ ...versionTarget(solution, version), leave })
    },
  } as const
  return [deleteVersion, deleteSolution]
}

/**
 * Why the person may not delete the solution or a version of it, as far as the page has read who built on them. About
 * older uses the server knows, which then refuses with the same sentence.
 */
function useDeletionDisabledReason(solution: Solution) {
  const caller = useCaller()
  const { account } = useSessionState()
  const disabledReasonFor = useDisabledReasonFor()
  const isUsed = solution.instance_count > 0 || solution.run_count > 0
  const instances = useQuery({ ...instancesQuery(solution), enabled: isUsed }).data?.instances ?? []
  const streams = useQuery({ ...streamsQuery(solution), enabled: isUsed }).data?.streams ?? []

  function othersOf(built: readonly { created_by: string }[]): string | undefined {
    const names = new Set(built.map(({ created_by }) => created_by))
    names.delete(account?.userName ?? '')
    return names.size === 0 || may('solution.delete', caller) ? undefined : whyBuiltOn([...names].sort())
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
