import { useCallback } from 'react'
import { ApiError, sentenceFor, wasSaid } from '../../../api/api-error.ts'
import { useAlert } from '../../../ui/use-alert.ts'

/** Says that a deed failed and why; one whose answer never came is called unknown. */
export function useFailure(): (message: string, error: unknown) => void {
  const alert = useAlert()
  return useCallback(
    (message, error) => {
      // No form placed its messages, so a 422 was said where the call was made.
      if (wasSaid(error) || (error instanceof ApiError && error.status === 422)) return
      const unknown = error instanceof ApiError && error.outcomeUnknown
      void alert('error', unknown ? 'Nobody knows yet whether it was done.' : message, sentenceFor(error))
    },
    [alert],
  )
}
