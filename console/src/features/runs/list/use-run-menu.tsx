import type { Run } from '@podium/contract/runs.ts'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, RotateCcw, Square, Trash2 } from 'lucide-react'
import { paths } from '../../../navigation/paths.ts'
import { useMaker } from '../../../session/use-caller.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { useSnackbar } from '../../../ui/feedback/use-snackbar.ts'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
import { withRun } from '../actions/consequences.ts'
import { runReasons } from '../actions/run-reasons.ts'
import { useDelete } from '../actions/use-delete.tsx'
import { useRetry } from '../actions/use-retry.ts'
import { useStop } from '../actions/use-stop.tsx'

/** The row menu of a run; what cannot be done now is there with the reason. */
export function useRunMenu() {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const makerOf = useMaker()
  const { say } = useSnackbar()
  const remove = useDelete()
  const { stop, dialog } = useStop()
  const { retry } = useRetry(({ id, name }) =>
    say(`${name} was started.`, {
      action: { label: 'Open', onPress: () => void navigate(paths.run(id, { ws })) },
    }),
  )

  function menuOf(run: Run): readonly MenuItem[] {
    const reasons = runReasons(run, makerOf(run.created_by))
    return [
      { label: 'Stop', icon: Square, reason: reasons.stop, onSelect: () => stop(run) },
      { label: 'Retry', icon: RotateCcw, reason: reasons.retry, onSelect: () => retry(run) },
      {
        label: 'Change and run',
        icon: Pencil,
        onSelect: () => void navigate(paths.newRun({ from: run.id, ws })),
      },
      'divider',
      {
        label: 'Delete',
        icon: Trash2,
        removes: true,
        reason: reasons.delete,
        onSelect: () => void remove({ id: run.id, consequences: withRun(run) }),
      },
    ]
  }
  return { menuOf, dialog }
}
