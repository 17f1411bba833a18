import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react'
import type { SavedWork } from '../session/saved-work.ts'
import { lazyDialog } from '../ui/lazy/lazy.tsx'
import type { LostWork } from './repeat-dialog.tsx'

const RepeatDialog = lazyDialog(async () => (await import('./repeat-dialog.tsx')).RepeatDialog)

/** What of the kept work can be done once more. A secret that is shown once needs the form that shows it. */
export function lostWork({ call, forms }: SavedWork): LostWork | null {
  const { method, secret } = call.route
  if (method === 'GET' || (secret && forms.size === 0)) return null
  return { call, forms: [...forms.keys()] }
}

interface RepeatOfferState {
  lost: LostWork | null
  offer: (lost: LostWork | null) => void
}

const RepeatOfferContext = createContext<RepeatOfferState>({ lost: null, offer: () => {} })

export function RepeatOfferProvider({ children }: { children: ReactNode }) {
  const [lost, offer] = useState<LostWork | null>(null)
  const value = useMemo(() => ({ lost, offer }), [lost])
  return <RepeatOfferContext value={value}>{children}</RepeatOfferContext>
}

export function useRepeatOffer(): RepeatOfferState {
  return use(RepeatOfferContext)
}

/** Offers to do again what the lost session refused. */
export function RepeatOffer() {
  const { lost, offer } = useRepeatOffer()
  if (!lost) return null
  return (
    <Suspense>
      <RepeatDialog lost={lost} onCancel={() => offer(null)} />
    </Suspense>
  )
}
