import { createWorkspace } from '@podium/contract/workspaces.ts'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../session/use-session.ts'
import { useWorkspaceSave } from './use-workspace-save.ts'
import { createWorkspaceBody, type Messages } from './workspace-form.ts'

interface CreateWorkspaceOptions {
  withDashboard: boolean
  show: (messages: Messages) => boolean
  onCreated: () => void
}

/** Makes the workspace, and makes it the current one. */
export function useCreateWorkspace({ withDashboard, show, onCreated }: CreateWorkspaceOptions) {
  const session = useSession()
  return useWorkspaceSave({
    mode: 'create',
    withDashboard,
    show,
    summary: ({ name, bucket }) => `Workspace ${name.trim()}, bucket ${bucket.trim()}`,
    send: (values, place) =>
      call(createWorkspace, { body: createWorkspaceBody(values, withDashboard), place }),
    onSaved(made) {
      session.addWorkspace({ ...made, role: 'MANAGER', member: true })
      onCreated()
    },
  })
}
