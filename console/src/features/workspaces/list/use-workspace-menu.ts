import type { Workspace } from '@podium/contract/workspaces.ts'
import { useNavigate } from '@tanstack/react-router'
import { Layers, Pencil, Trash2, UsersRound } from 'lucide-react'
import { paths } from '../../../navigation/paths.ts'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
import { useWhyNotAdminister, useWhyNotIn } from '../components/use-why-not-in.ts'

/** What can be done with a workspace from its row. */
export function useWorkspaceMenu(onDelete: (workspace: Workspace) => void) {
  const navigate = useNavigate()
  const whyNotIn = useWhyNotIn()
  const whyNotEdit = useWhyNotAdminister('workspace.edit')
  return (workspace: Workspace): readonly MenuItem[] => [
    { label: 'Open', icon: Layers, onSelect: () => void navigate(paths.workspace(workspace.id)) },
    {
      label: 'Edit Workspace',
      icon: Pencil,
      reason: whyNotEdit,
      onSelect: () => void navigate(paths.editWorkspace(workspace.id)),
    },
    {
      label: 'Manage Members',
      icon: UsersRound,
      reason: whyNotIn('member.edit', workspace),
      onSelect: () => void navigate(paths.manageMembers(workspace.id)),
    },
    'divider',
    {
      label: 'Delete',
      icon: Trash2,
      removes: true,
      reason: whyNotIn('workspace.delete', workspace),
      onSelect: () => onDelete(workspace),
    },
  ]
}
