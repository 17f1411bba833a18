import type { Run } from '@podium/contract/calls/runs.ts'
import { useNavigate } from '@tanstack/react-router'
import { ArrowRight, GitCompareArrows, Link } from 'lucide-react'
import { paths } from '../../navigation/paths.ts'
import { hrefOf } from '../../navigation/target.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { useSnackbar } from '../../ui/feedback/snackbar.tsx'
import type { MenuItem } from '../../ui/menu/menu-popup.tsx'
import { useRunActions } from '../runs/components/use-run-actions.ts'
import { useCopyLink } from './use-copy-link.ts'

export function useRunMenu(): (run: Run) => readonly MenuItem[] {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const { showSnackbar } = useSnackbar()
  const copyLink = useCopyLink()
  const open = (id: string) => void navigate(paths.run(id, { ws }))
  const actionsOf = useRunActions({
    ws,
    onStarted: ({ id, name }) =>
      showSnackbar(`${name} was started.`, { action: { label: 'Open', onPress: () => open(id) } }),
  })

  return (run) => {
    const { stop, retry, changed, deletion } = actionsOf(run)
    return [
      { label: 'Open', icon: ArrowRight, onSelect: () => open(run.id) },
      stop,
      retry,
      changed,
      {
        label: 'Compare with…',
        icon: GitCompareArrows,
        onSelect: () => void navigate(paths.compare({ ws, runs: run.id })),
      },
      {
        label: 'Copy link',
        icon: Link,
        onSelect: () => void copyLink(location.origin + hrefOf(paths.run(run.id, { ws }))),
      },
      'divider',
      deletion,
    ]
  }
}
