import { useEffect } from 'react'
import { inside } from '../ui/base-path.ts'

/** Puts a dot in the colour of the state on the icon of the browser's tab; '' for none. */
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
