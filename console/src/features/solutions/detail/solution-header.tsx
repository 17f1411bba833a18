import type { Solution } from '@podium/contract/solutions.ts'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useWhyNot } from '../../../session/use-caller.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { useDeletion } from '../components/use-deletion.tsx'
import { useWhyNotDelete } from './use-why-not-delete.ts'

interface SolutionHeaderProps {
  solution: Solution
  /** The number of the version that is looked at; undefined where there is none. */
  chosen: number | undefined
  /** What that version is for. */
  lead: string | undefined
  onRegister: () => void
}

const ONLY_VERSION = 'This is the only version of the solution. Delete the solution instead.'

export function SolutionHeader({ solution, chosen, lead, onRegister }: SolutionHeaderProps) {
  const { id, name, workspace_id: ws, versions, version_count } = solution
  const newest = versions[0]?.version_num
  const version = versions.find(({ version_num }) => version_num === chosen)
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const whyNotRun = useWhyNot('run.start')
  const whyNotEdit = useWhyNot('solution.edit')
  const whyNotRegister = useWhyNot('solution.register')
  const whyNotDelete = useWhyNotDelete(solution)
  const { removeSolution, removeVersion } = useDeletion()

  const deleteVersion = version && {
    label: `Delete ${formatVersion(version.version_num)}`,
    icon: Trash2,
    removes: true,
    reason: version_count === 1 ? ONLY_VERSION : whyNotDelete.version(version),
    onSelect: () =>
      void removeVersion(
        solution,
        version,
        () => void navigate({ ...paths.solution(id, { ws }), replace: true }),
      ),
  }
  const deleteSolution = {
    label: 'Delete solution',
    icon: Trash2,
    removes: true,
    reason: whyNotDelete.solution,
    onSelect: () =>
      void removeSolution(solution, () => void navigate({ ...paths.solutions(), replace: true })),
  }
  const deletions = deleteVersion ? [deleteVersion, deleteSolution] : [deleteSolution]
  const register = {
    label: 'Register new version',
    icon: Plus,
    reason: whyNotRegister,
    onSelect: onRegister,
  }

  const edit = (
    <Button icon={Pencil} reason={whyNotEdit} onClick={() => void navigate(paths.editSolution(id, { ws }))}>
      {chosen === newest ? 'Edit' : `Edit ${formatVersion(newest)}`}
    </Button>
  )
  const newRun = (
    <Button
      kind="primary"
      icon={Play}
      reason={whyNotRun}
      onClick={() =>
        void navigate(paths.newRun({ solution: id, version: String(version?.version_num ?? ''), ws }))
      }
    >
      New Run
    </Button>
  )

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
            {moreWith([register, 'divider', ...deletions])}
          </>
        ) : (
          <>
            {moreWith(deletions)}
            {edit}
            <Button icon={Plus} reason={whyNotRegister} onClick={onRegister}>
              {register.label}
            </Button>
            {newRun}
          </>
        )
      }
    />
  )
}

function moreWith(items: readonly MenuItem[]) {
  return <Menu trigger={<IconButton icon={Ellipsis} label="More actions" outline />} items={items} />
}
