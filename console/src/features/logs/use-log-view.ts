import { useState } from 'react'
import { ownStorage } from '../../session/own-storage.ts'
import { readAccount } from '../../session/stored-session.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'

export interface LogView {
  /** true if long lines wrap */
  wrap: boolean
  /** true if the times that lines begin with are shown */
  time: boolean
}

/** The log settings of the signed-in person, stored in this browser for each person. Phones wrap lines at first. */
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
      // If the storage is full, the choice lasts for this page only.
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
