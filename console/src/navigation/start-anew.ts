import type { OwnWorkspace } from '@podium/contract/calls/auth.ts'
import type { Session } from '../session/session.ts'
import { inside } from '../ui/base-path.ts'
import { browserPage } from '../ui/browser-page.ts'

/** Reloads the console at the overview of a workspace, so that nothing of another one is kept. */
export function startAnewIn(workspace: OwnWorkspace, session: Session): void {
  session.chooseForNextPage(workspace)
  browserPage.open(inside('/overview'))
}
