import { useState } from 'react'
import { ownStorage } from '../../../session/own-storage.ts'
import { readAccount } from '../../../session/stored-session.ts'
import { useIsPhone } from '../../../ui/use-is-phone.ts'

/** How a person looks at logs. */
export interface LogView {
  /** long lines go on in the next row instead of beyond the edge */
  wrap: boolean
  /** the times that lines begin with are shown */
  time: boolean
}

/** How the person who is signed in looks at logs, kept in this browser for each person; a phone has no room for a long line. */
export function useLogView() {
  const key = `logView.${readAccount(ownStorage())?.accountId ?? ''}`
  const isPhone = useIsPhone()
  const [view, setView] = useState(() => readView(key, { wrap: isPhone, time: true }))
  const change = (part: Partial<LogView>) => {
    const next = { ...view, ...part }
    setView(next)
    try {
      ownStorage().setItem(key, JSON.stringify(next))
    } catch {
      // A full storage keeps the choice for this page only.
    }
  }
  return [view, change] as const
}

function readView(key: string, first: LogView): LogView {
  try {
    const saved = JSON.parse(ownStorage().getItem(key) ?? '{}') as Partial<LogView> | null
    return { ...first, ...saved }
  } catch {
    return first
  }
}
