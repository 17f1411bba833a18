import { useCallback } from 'react'
import { useAlert } from '../ui/dialog/use-alert.ts'
import { ApiError, sentenceFor, wasSaid } from './api-error.ts'

/** Says that a deed failed and why. One whose answer never came is called unknown, never failed. */
export function useFailure(): (message: string, error: unknown) => Promise<void> {
  const showAlert = useAlert()
  return useCallback(
    async (message, error) => {
      if (wasSaid(error)) return
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
