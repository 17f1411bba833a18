import { useCallback } from 'react'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { useAlert } from '../../../ui/use-alert.ts'

/** Refusals that were said already, wherever the call was made. */
const SAID_ELSEWHERE = new Set([401, 403, 405])

/** Says that a deed failed and why. One whose answer never came is called unknown, never failed. */
export function useFailure(): (message: string, error: unknown) => Promise<void> {
  const showAlert = useAlert()
  return useCallback(
    async (message, error) => {
      if (error instanceof ApiError && SAID_ELSEWHERE.has(error.status)) return
      const isUnknown = error instanceof ApiError && error.outcomeUnknown
      await showAlert(
        'error',
        isUnknown ? 'Nobody knows yet whether it was done.' : message,
        sentenceFor(error),
      )
    },
    [showAlert],
  )
}
