import { useRef } from 'react'
import { type ChangeOptions, useChange } from './use-change.ts'

/**
 * A change of which only the newest counts, such as stars or a choice. A change requested during another is made
 * after it, and the refusal of a replaced one is not reported.
 */
export function useNewestChange<Input, Reply = unknown>(options: ChangeOptions<Input, Reply>) {
  const next = useRef<{ input: Input }>(undefined)
  const isRunning = useRef(false)
  const { change } = useChange<Input, Reply>({
    ...options,
    onRefused: (error, input) => next.current !== undefined || (options.onRefused?.(error, input) ?? false),
  })
  return async (input: Input): Promise<void> => {
    next.current = { input }
    if (isRunning.current) return
    isRunning.current = true
    while (next.current) {
      const { input: newest } = next.current
      next.current = undefined
      await change(newest)
    }
    isRunning.current = false
  }
}
