import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, Suspense, use, useMemo, useState, useSyncExternalStore } from 'react'
import { sentenceFor, wasSaid } from '../api/api-error.ts'
import type { MadeCall } from '../api/watch.ts'
import type { KeptWork } from '../session/kept-work.ts'
import { useSession } from '../session/use-session.ts'
import { lateDialog } from '../ui/late-dialog.tsx'
import { useAlert } from '../ui/use-alert.ts'
import { useSnackbar } from '../ui/use-snackbar.ts'

const RepeatDialog = lateDialog(async () => (await import('./repeat-dialog.tsx')).RepeatDialog)

/** What the lost session refused: a call, and the forms whose text came back with it. */
interface LostDeed {
  call: MadeCall
  forms: readonly string[]
}

/** What of the kept work can be done once more. A secret that is shown once needs the form that shows it. */
export function lostDeed({ call, forms }: KeptWork): LostDeed | null {
  const { method, secret } = call.route
  if (method === 'GET' || (secret && forms.size === 0)) return null
  return { call, forms: [...forms.keys()] }
}

interface RepeatOfferState {
  lost: LostDeed | null
  offer: (lost: LostDeed | null) => void
}

const RepeatOfferContext = createContext<RepeatOfferState>({ lost: null, offer: () => {} })

export function RepeatOfferProvider({ children }: { children: ReactNode }) {
  const [lost, offer] = useState<LostDeed | null>(null)
  const value = useMemo(() => ({ lost, offer }), [lost])
  return <RepeatOfferContext value={value}>{children}</RepeatOfferContext>
}

export function useRepeatOffer(): RepeatOfferState {
  return use(RepeatOfferContext)
}

/**
 * Offers to do again what the lost session refused. A form that stands again with its text does it by its own way, so
 * that it ends as every save of it does; any other call is made again with its own key, so it cannot count twice.
 */
export function RepeatOffer() {
  const { lost, offer } = useRepeatOffer()
  const { forms } = useSession()
  const queries = useQueryClient()
  const showAlert = useAlert()
  const { say } = useSnackbar()
  const form = useSyncExternalStore(forms.subscribe, () => forms.repeatOf(lost?.forms ?? []))
  if (!lost || (lost.forms.length > 0 && !form)) return null

  async function repeat({ again }: MadeCall) {
    try {
      await again()
      say('Done.')
      await queries.invalidateQueries()
    } catch (error) {
      if (!wasSaid(error)) await showAlert('error', sentenceFor(error))
    }
  }

  return (
    <Suspense>
      <RepeatDialog
        deed={form ? form.deed() : wordsOf(lost.call.route.id)}
        onCancel={() => offer(null)}
        onRepeat={() => {
          offer(null)
          if (form) form.save()
          else void repeat(lost.call)
        }}
      />
    </Suspense>
  )
}

/** 'Stop run' of `stopRun`. */
function wordsOf(id: string): string {
  const words = id.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
