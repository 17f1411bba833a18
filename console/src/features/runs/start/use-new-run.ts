import { useNavigate } from '@tanstack/react-router'
import { useReducer, useState } from 'react'
import { paths } from '../../../navigation/paths.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { mergeOffers, type Offer, openingState, type RunDraft, runReducer, targetOf } from './run-state.ts'
import { useNamed } from './use-offer.ts'
import { useModels, useRun, useTargetNames } from './use-run.ts'
import { useStart } from './use-start.ts'
import { type Upload, useUploads } from './use-uploads.ts'

/** What is kept over a lost session: the files themselves too, as long as this tab is not loaded again. */
interface KeptRun {
  draft: RunDraft
  uploads: readonly Upload[]
  stamp: string
}

/** Under this name the form is kept over a lost session. */
export const FORM = 'New Run'

export type NewRun = ReturnType<typeof useNewRun>

/**
 * What was chosen for a new run, what the server knows of it, and the start. Everything outlives a version that cannot
 * be read, and so a form that is not shown.
 * @param first the draft that the address asks for
 * @param firstOffer what the workspace offers first; what is named beside it is read
 */
export function useNewRun(first: RunDraft, firstOffer: Offer) {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const kept = useKeptValues<KeptRun>(FORM)
  const [state, dispatch] = useReducer(runReducer, openingState(first, kept?.draft))
  const { draft, isPinned } = state
  const [stamp] = useState(() => kept?.stamp ?? new Date().toISOString().replaceAll(/[-:]|\..*/g, ''))
  const uploads = useUploads(ws, kept?.uploads)
  const isTyped = state.isTyped || uploads.items.length > 0
  useKeptForm(FORM, isTyped ? ({ draft, uploads: uploads.items, stamp } satisfies KeptRun) : undefined)
  const leaveFreely = useLeaveGuard(isTyped, 'What you chose here is not kept.')

  const [wasShown, setShown] = useState(false)
  const named = useNamed(draft, mergeOffers(firstOffer, state.found), ws, wasShown)
  if (!isPinned && !named.isLoading && !named.error) dispatch({ type: 'pin', offer: named.offer })

  const { start, made, isBusy } = useStart({
    workspace_id: ws,
    uploads,
    dispatch,
    onStarted(id) {
      leaveFreely()
      // Back must not lead to the form once more.
      return navigate({ ...paths.run(id, { ws }), replace: true })
    },
  })
  const { target, names } = useTargetNames(ws, draft, targetOf(draft, named.offer), made)
  const reading = useRun(draft, target)
  if (isPinned && reading.run && !wasShown) setShown(true)

  return {
    state,
    dispatch,
    choose: (part: Partial<RunDraft>, found: Partial<Offer> = {}) =>
      dispatch({ type: 'choose', part, found }),
    target,
    names,
    named,
    reading,
    wasShown,
    models: useModels(ws, target, reading.run),
    uploads,
    // Each upload has its own folder, as a run reads everything that lies in it.
    folder: draft.folder ?? `${target.stream_name.replaceAll(/[^\w.-]+/g, '-') || 'run'}-${stamp}`,
    start,
    isBusy,
  }
}
