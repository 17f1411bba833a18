import { useEffect, useRef, useState } from 'react'
import { useSession } from './use-session.ts'

/**
 * Keeps what is typed in a form over a lost session. Answers what was kept of it, as the form's first values.
 * @param read what is typed now; undefined when there is nothing to keep
 */
export function useKeptForm<Values>(name: string, read: () => Values | undefined): Values | undefined {
  const { forms } = useSession()
  // The form of that name wrote it, in this tab.
  const [given] = useState(() => forms.given(name) as Values | undefined)
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => forms.watch(name, () => latest.current()), [forms, name])
  return given
}
