import { useCallback } from 'react'
import { useAlert } from '../ui/use-alert.ts'
import { ApiError, sentenceFor, wasReported } from './api-error.ts'

/** Reports that an action failed, and why. The outcome of an unanswered one is called unknown, not failed. */
export function useFailure(): (message: string, error: unknown) => Promise<void> {
  const showAlert = useAlert()
  return useCallback(
    async (message, error) => {
      if (wasReported(error)) return
      const isUnknown = error instanceof ApiError && error.outcomeUnknown
      await showAlert(
        'error',
        isUnknown ? 'It is not known whether the change was made.' : message,
        sentenceFor(error),
      )
    },
    [showAlert],
  )
}
