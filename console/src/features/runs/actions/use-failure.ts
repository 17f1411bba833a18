import { useCallback } from 'react'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { useAlert } from '../../../ui/use-alert.ts'

/** Refusals that were said already, wherever the call was made. */
const SAID_ELSEWHERE = new Set([401, 403, 405, 422])

/** Says that a deed failed and why; one whose answer never came is called unknown. */
export function useFailure(): (message: string, error: unknown) => void {
  const alert = useAlert()
  return useCallback(
    (message, error) => {
      if (error instanceof ApiError && SAID_ELSEWHERE.has(error.status)) return
      const unknown = error instanceof ApiError && error.outcomeUnknown
      void alert('error', unknown ? 'Nobody knows yet whether it was done.' : message, sentenceFor(error))
    },
    [alert],
  )
}
