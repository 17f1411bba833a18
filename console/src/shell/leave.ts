import type { OwnWorkspace } from '@podium/contract/calls/auth.ts'
import { LOGOUT, mayLeave } from '../navigation/may-leave.ts'
import { startAnewIn } from '../navigation/start-anew.ts'
import type { Session } from '../session/session.ts'
import { endSession } from '../session/start.ts'

/** Logs out, unless the person keeps a form with typed text. */
export async function logOut(session: Session): Promise<void> {
  if (await mayLeave(LOGOUT)) await endSession(session)
}

/** Restarts the console at the overview of a workspace, unless the person keeps a form with typed text. */
export async function switchWorkspace(session: Session, next: OwnWorkspace): Promise<void> {
  if (next.id === session.state().workspace?.id) return
  if (!(await mayLeave({ effect: `You switch to ${next.display_name}.`, yes: 'Switch' }))) return
  startAnewIn(next, session)
}
