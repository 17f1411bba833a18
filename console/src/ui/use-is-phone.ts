import { useSyncExternalStore } from 'react'

/** Below this width a table becomes records, as in table.module.css. */
const PHONE = '(max-width: 639px)'

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false)
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(PHONE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

function isPhone(): boolean {
  return window.matchMedia(PHONE).matches
}
