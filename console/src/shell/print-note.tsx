import { useSyncExternalStore } from 'react'
import { formatDateTime } from '../format/date-time.ts'
import { timeZone } from '../format/day.ts'
import { serverNow } from '../format/server-clock.ts'
import { useSessionState } from '../session/use-session.ts'
import layout from '../theme/layout.module.css'
import text from '../theme/text.module.css'
import { classNames } from '../ui/class-names.ts'

/** Names the workspace and the time of printing above a printed page. */
export function PrintNote() {
  const { workspace } = useSessionState()
  const at = useSyncExternalStore(onPrint, readMinute)
  if (!workspace) return null
  return (
    <p className={classNames(layout.onPaper, text.small, text.muted)}>
      Podium, workspace {workspace.display_name}. Printed {formatDateTime(at)} {timeZone()}.
    </p>
  )
}

const MINUTE_MS = 60_000

function onPrint(changed: () => void) {
  window.addEventListener('beforeprint', changed)
  return () => window.removeEventListener('beforeprint', changed)
}

function readMinute(): number {
  return Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS
}
