import type { Solution } from '@podium/contract/solutions.ts'
import { useNavigate } from '@tanstack/react-router'
import { Package, Play, Trash2 } from 'lucide-react'
import { paths } from '../../navigation/paths.ts'
import { useWhyNot, useWhyNotFor } from '../../session/use-caller.ts'
import type { MenuItem } from '../../ui/menu/menu-item.ts'
import { useDeletion } from './components/use-deletion.tsx'

/** What can be done with a solution from its row. */
export function useSolutionMenu(): (solution: Solution) => readonly MenuItem[] {
  const navigate = useNavigate()
  const whyNotRun = useWhyNot('run.start')
  const whyNotFor = useWhyNotFor()
  const { removeSolution } = useDeletion()
  return (solution) => {
    const { id, workspace_id: ws, created_by } = solution
    return [
      { label: 'Open', icon: Package, onSelect: () => void navigate(paths.solution(id, { ws })) },
      {
        label: 'New Run',
        icon: Play,
        reason: whyNotRun,
        onSelect: () => void navigate(paths.newRun({ solution: id, ws })),
      },
      'divider',
      {
        label: 'Delete',
        icon: Trash2,
        removes: true,
        reason: whyNotFor('solution.delete', created_by),
        onSelect: () => void removeSolution(solution),
      },
    ]
  }
}
