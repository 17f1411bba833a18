import { useEffect } from 'react'
import { inside } from '../ui/base-path.ts'

/** Adds a dot in the colour of the state to the browser tab's icon; '' for none. */
export function useTabIcon(state: 'running' | 'failed' | ''): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon || state === '') return
    icon.href = inside(`/favicon-${state}.svg`)
    return () => {
      icon.href = inside('/favicon.svg')
    }
  }, [state])
}
