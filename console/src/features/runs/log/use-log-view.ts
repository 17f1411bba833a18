import { useState } from 'react'
import { readAccount } from '../../../session/stored-session.ts'

/** How a person looks at logs. */
export interface LogView {
  /** long lines go on in the next row instead of beyond the edge */
  wrap: boolean
  /** the times that lines begin with are shown */
  time: boolean
}

const FIRST: LogView = { wrap: false, time: true }

/** How the person who is signed in looks at logs, kept in this browser for each person. */
export function useLogView() {
  const key = `logView.${readAccount(localStorage)?.accountId ?? ''}`
  const [view, setView] = useState(() => readView(key))
  const change = (part: Partial<LogView>) => {
    const next = { ...view, ...part }
    setView(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // A full storage keeps the choice for this page only.
    }
  }
  return [view, change] as const
}

function readView(key: string): LogView {
  try {
    const saved = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<LogView> | null
    return { wrap: saved?.wrap === true, time: saved?.time !== false }
  } catch {
    return FIRST
  }
}
