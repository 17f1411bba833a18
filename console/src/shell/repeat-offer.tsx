import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { sentenceFor, wasSaid } from '../api/api-error.ts'
import type { MadeCall } from '../api/watch.ts'
import { Note } from '../ui/note.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { useAlert } from '../ui/use-alert.ts'
import { useSnackbar } from '../ui/use-snackbar.ts'
import styles from './shell.module.css'

interface RepeatOfferState {
  call: MadeCall | null
  offer: (call: MadeCall | null) => void
}

const RepeatOfferContext = createContext<RepeatOfferState>({ call: null, offer: () => {} })

export function RepeatOfferProvider({ children }: { children: ReactNode }) {
  const [call, offer] = useState<MadeCall | null>(null)
  const value = useMemo(() => ({ call, offer }), [call])
  return <RepeatOfferContext value={value}>{children}</RepeatOfferContext>
}

export function useRepeatOffer(): RepeatOfferState {
  return use(RepeatOfferContext)
}

/** Offers to make the call again that the lost session refused. Its key is the same, so it cannot count twice. */
export function RepeatOffer() {
  const { call, offer } = useRepeatOffer()
  const queries = useQueryClient()
  const showAlert = useAlert()
  const { say } = useSnackbar()
  if (!call) return null

  async function repeat(made: MadeCall) {
    offer(null)
    try {
      await made.again()
      say('Done.')
      await queries.invalidateQueries()
    } catch (error) {
      if (!wasSaid(error)) await showAlert('error', sentenceFor(error))
    }
  }

  return (
    <div className={styles.offer}>
      <Note tone="warn" title="Your session ended before this was done:" live>
        {call.route.summary}. <TextButton onClick={() => void repeat(call)}>Repeat</TextButton>{' '}
        <TextButton onClick={() => offer(null)}>Dismiss</TextButton>
      </Note>
    </div>
  )
}
