import type { Instance } from '@podium/contract/instances.ts'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { paths } from '../../../navigation/paths.ts'
import { useMaker } from '../../../session/use-caller.ts'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
import { useRemoval } from '../../runs/components/use-removal.tsx'
import { instanceReasons } from '../components/why-not-instance.ts'

const COUPLED = 'It is coupled to its one stream. Start the run on that stream.'

/** What can be done with one instance of the list. */
export function useInstanceMenu(): (instance: Instance) => readonly MenuItem[] {
  const navigate = useNavigate()
  const makerOf = useMaker()
  const remove = useRemoval()
  return (instance) => {
    const { id, name, workspace_id: ws, draft, coupled, stream_count } = instance
    const reasons = instanceReasons(instance, makerOf(instance.created_by))
    return [
      {
        label: 'New Run',
        icon: Play,
        reason: reasons.run ?? (coupled && stream_count > 0 ? COUPLED : undefined),
        onSelect: () => void navigate(paths.newRun({ instance: id, ws })),
      },
      {
        label: 'New stream',
        icon: Plus,
        reason: reasons.stream,
        onSelect: () => void navigate(paths.instance(id, { ws, stream: 'new' })),
      },
      {
        label: draft ? 'Complete the draft' : 'Edit',
        icon: Pencil,
        reason: reasons.edit,
        onSelect: () => void navigate(paths.instance(id, { ws, edit: '1' })),
      },
      'divider',
      {
        label: 'Delete',
        icon: Trash2,
        removes: true,
        reason: reasons.delete,
        onSelect: () => void remove({ kind: 'instance', id, name }),
      },
    ]
  }
}
