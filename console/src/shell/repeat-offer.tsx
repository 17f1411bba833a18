import { createContext, type ReactNode, use, useState } from 'react'
import type { SavedWork } from '../session/saved-work.ts'
import { lazyDialog } from '../ui/lazy/lazy.tsx'
import type { LostWork } from './repeat-dialog.tsx'

const RepeatDialog = lazyDialog(async () => (await import('./repeat-dialog.tsx')).RepeatDialog)

/** Returns the saved work that can be repeated. A secret that is shown once needs the form that shows it. */
export function lostWork({ call, forms }: SavedWork): LostWork | null {
  const { method, secret } = call.route
  if (method === 'GET' || (secret && forms.size === 0)) return null
  return { call, forms: [...forms.keys()] }
}

type RepeatOfferState = readonly [lost: LostWork | null, offer: (lost: LostWork | null) => void]

const RepeatOfferContext = createContext<RepeatOfferState>([null, () => {}])

export function RepeatOfferProvider({ children }: { children: ReactNode }) {
  const state = useState<LostWork | null>(null)
  return <RepeatOfferContext value={state}>{children}</RepeatOfferContext>
}

/** @returns the work that can be offered again, and a function that sets it */
export function useRepeatOffer(): RepeatOfferState {
  return use(RepeatOfferContext)
}

/** Offers to repeat what the lost session refused. */
export function RepeatOffer() {
  const [lost, offer] = useRepeatOffer()
  if (!lost) return null
  return <RepeatDialog lost={lost} onCancel={() => offer(null)} />
}
