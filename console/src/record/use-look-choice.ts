import {
  keepPreferences,
  type Look,
  type Preferences,
  readPreferences,
} from '@podium/contract/calls/preferences.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { q } from '../api/query.ts'
import { showLook } from '../session/look.ts'
import { useSnackbar } from '../ui/feedback/snackbar.tsx'
import { useNewestChange } from './use-newest-change.ts'

const { queryKey } = q(readPreferences)

/** Shows a look at once, and saves it for the account. */
export function useLookChoice(): (part: Partial<Look>) => void {
  const queries = useQueryClient()
  const { showSnackbar } = useSnackbar()
  // The newest choice is sent with those before it, because only the newest change counts.
  const chosen = useRef<Partial<Look>>({})
  const keep = useNewestChange({
    change: (look: Partial<Look>, send) => send(keepPreferences, { body: look }),
    onRefused() {
      showSnackbar('The choice could not be saved for your next visit.', { tone: 'bad' })
      return true
    },
  })
  return (part) => {
    chosen.current = { ...chosen.current, ...part }
    showLook(part)
    // A response that is still on its way would restore the previous choice.
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, (before: Preferences | undefined) => before && { ...before, ...part })
    void keep(chosen.current)
  }
}
