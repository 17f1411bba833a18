import { readSession } from '@podium/contract/calls/auth.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { lazyDialog } from '../ui/lazy/lazy.tsx'

const SessionEndDialog = lazyDialog(async () => (await import('./session-end-dialog.tsx')).SessionEndDialog)

const FIRST_LOOK_S = 60

/**
 * Warns before the session ends, for people who read or type for long. The server is asked, because other tabs keep
 * the session alive too.
 */
export function SessionEnd() {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const lookIn = (seconds: number) => {
      if (!isOver) timer = setTimeout(look, seconds * 1000)
    }
    async function look() {
      const left = await readLeft()
      if (left === null) return lookIn(FIRST_LOOK_S)
      const warningIn = left - limits.session_warning_s
      setNear(warningIn <= 0)
      lookIn(warningIn <= 0 ? Math.max(left, 0) + 1 : warningIn)
    }
    lookIn(FIRST_LOOK_S)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])

  if (!isNear) return null
  return <SessionEndDialog onClose={() => setNear(false)} />
}

/** Returns seconds, or null if the server does not say or respond. */
async function readLeft(): Promise<number | null> {
  try {
    // A server of the previous release does not send it.
    return (await call(readSession, { background: true })).ends_in_s ?? null
  } catch {
    return null
  }
}
