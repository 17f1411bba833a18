import type { OwnWorkspace } from '@podium/contract/calls/auth.ts'
import type { Session } from '../session/session.ts'
import { inside } from '../ui/base-path.ts'
import { browserPage } from '../ui/browser-page.ts'

/** Loads the console afresh at the overview of a workspace: whatever belonged to another one is gone with the old page. */
export function startAnewIn(workspace: OwnWorkspace, session: Session): void {
  session.chooseForNextPage(workspace)
  browserPage.open(inside('/overview'))
}
