import { useState } from 'react'

/** The one-time secret in the fragment of a link: no server log ever sees it. '' when there is none. */
export function useSecret(): string {
  const [secret] = useState(() => window.location.hash.slice(1))
  return secret
}
