import { type Run, readRun, stopRun } from '@podium/contract/runs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { q } from '../../../api/query.ts'
import { lateDialog } from '../../../ui/dialog/late-dialog.tsx'
import { useSnackbar } from '../../../ui/feedback/use-snackbar.ts'
import { useRunFailure } from './use-run-failure.ts'

const StopDialog = lateDialog(async () => (await import('./stop-dialog.tsx')).StopDialog)

/** Asks before it stops a run; `dialog` is to be rendered by whoever asks. */
export function useStop(): { stop: (run: Run) => void; dialog: ReactNode } {
  const queries = useQueryClient()
  const { say } = useSnackbar()
  const fail = useRunFailure()
  const [run, setRun] = useState<Run>()
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function stopNow(asked: Run) {
    setBusy(true)
    try {
      const args = { params: { id: asked.id } }
      queries.setQueryData(q(readRun, args).queryKey, await call(stopRun, args))
      say(`${asked.name} is being stopped.`)
    } catch (error) {
      fail(`${asked.name} could not be stopped.`, error, asked.id)
    }
    setBusy(false)
    setOpen(false)
  }

  const dialog = run && (
    <Suspense>
      <StopDialog
        run={run}
        open={isOpen}
        busy={busy}
        onCancel={() => setOpen(false)}
        onStop={() => void stopNow(run)}
      />
    </Suspense>
  )
  return {
    dialog,
    stop(asked) {
      setRun(asked)
      setOpen(true)
    },
  }
}
