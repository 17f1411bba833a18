import type { Workspace } from '@podium/contract/workspaces.ts'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Trash2, UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { paths } from '../../../navigation/paths.ts'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { lateDialog } from '../../../ui/dialog/late-dialog.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { roleLabel } from '../components/role-label.ts'
import { useWhyNotAdminister, useWhyNotIn } from '../components/use-why-not-in.ts'

const DeleteWorkspaceDialog = lateDialog(
  async () => (await import('../components/delete-workspace-dialog.tsx')).DeleteWorkspaceDialog,
)

export function WorkspaceHeader({ workspace }: { workspace: Workspace }) {
  const { id, name, display_name, member } = workspace
  const navigate = useNavigate()
  const whyNotIn = useWhyNotIn()
  const whyNotEdit = useWhyNotAdminister('workspace.edit')
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <PageHeader
        title={display_name}
        beside={<Tag>{member ? `You are ${roleLabel(workspace)}` : 'Not a member'}</Tag>}
        lead={
          <>
            Namespace <span className={text.mono}>{name}</span>
          </>
        }
        actions={
          <>
            <Menu
              trigger={<IconButton icon={Ellipsis} label="More actions" outline />}
              items={[
                {
                  label: 'Delete workspace',
                  icon: Trash2,
                  removes: true,
                  reason: whyNotIn('workspace.delete', workspace),
                  onSelect: () => setDeleting(true),
                },
              ]}
            />
            <Button icon={Pencil} reason={whyNotEdit} onClick={() => void navigate(paths.editWorkspace(id))}>
              Edit Workspace
            </Button>
            <Button
              kind="primary"
              icon={UsersRound}
              reason={whyNotIn('member.edit', workspace)}
              onClick={() => void navigate(paths.manageMembers(id))}
            >
              Manage Members
            </Button>
          </>
        }
      />
      {isDeleting && (
        <Suspense>
          <DeleteWorkspaceDialog
            workspace={workspace}
            onCancel={() => setDeleting(false)}
            onDeleted={() => void navigate({ ...paths.workspaces(), replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}
