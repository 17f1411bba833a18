import { useEffect } from 'react'

/** Shows in the icon of the browser's tab, while the page is open, that its run goes on or failed. */
export function useTabIcon(state: string): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon || (state !== 'running' && state !== 'failed')) return
    icon.href = `/favicon-${state}.svg`
    return () => {
      icon.href = '/favicon.svg'
    }
  }, [state])
}
