import { type ReactNode, Suspense, useEffect } from 'react'
import { endSession } from '../session/start.ts'
import { useSession, useSessionState } from '../session/use-session.ts'
import { decideGate } from '../session/workspace-gate.ts'
import { lazyPart } from '../ui/lazy/lazy.tsx'
import { useAlertShown } from '../ui/use-alert.ts'

const NoWorkspaceDialog = lazyPart(
  async () => (await import('../features/access/no-workspace-dialog.tsx')).NoWorkspaceDialog,
)
const WorkspaceChooser = lazyPart(async () => (await import('./workspace-chooser.tsx')).WorkspaceChooser)
const CreateWorkspaceDialog = lazyPart(
  async () => (await import('../features/workspaces/create-workspace-dialog.tsx')).CreateWorkspaceDialog,
)

/** Shows nothing until a workspace is current, except the dialog that chooses or creates one. */
export function WorkspaceGate({ children }: { children: ReactNode }) {
  const session = useSession()
  const alertShown = useAlertShown()
  const state = useSessionState()
  const decision = decideGate(state)
  const isSignedIn = state.account !== null

  useEffect(() => {
    if (!isSignedIn) return
    if (decision.is === 'choose-this') session.choose(decision.workspace)
  }, [decision, isSignedIn, session])

  if (!isSignedIn) return null
  if (decision.is === 'open') return children
  const logout = () => void endSession(session)
  return (
    <Suspense>
      {/* An earlier alert, such as about a denied page, is read first. */}
      {decision.is === 'chooser' && !alertShown && (
        <WorkspaceChooser workspaces={state.workspaces} onChoose={session.choose} onLogout={logout} />
      )}
      {decision.is === 'no-workspace' && !alertShown && <NoWorkspaceDialog onLogout={logout} />}
      {decision.is === 'create' && <CreateWorkspaceDialog onLogout={logout} />}
    </Suspense>
  )
}
