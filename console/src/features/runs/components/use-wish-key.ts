import { useRef } from 'react'

/** The key of an earlier try with the very same wish, so that the server answers it once only. */
export function useWishKey(): (wish: unknown) => string {
  const last = useRef({ of: '', key: '' })
  return (wish) => {
    const of = JSON.stringify(wish)
    if (last.current.of !== of) last.current = { of, key: randomKey() }
    return last.current.key
  }
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
