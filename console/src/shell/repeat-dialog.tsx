import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { sentenceFor, wasTold } from '../api/api-error.ts'
import type { MadeCall } from '../api/watch.ts'
import { readAgain } from '../record/use-change.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useSnackbar } from '../ui/feedback/snackbar.tsx'
import { useAlert } from '../ui/use-alert.ts'

/** The work that the lost session refused: a call, and the forms whose values were restored. */
export interface LostWork {
  call: MadeCall
  forms: readonly string[]
}

interface RepeatDialogProps {
  lost: LostWork
  onCancel: () => void
}

/**
 * Shown above anything else, even a form in a dialog. A restored form saves its values itself, so that the save ends
 * as usual. Any other call is repeated with its key, so it cannot have an effect twice.
 */
export function RepeatDialog({ lost: { call, forms: names }, onCancel }: RepeatDialogProps) {
  const { forms } = useSession()
  const queries = useQueryClient()
  const showAlert = useAlert()
  const { showSnackbar } = useSnackbar()
  const form = useSyncExternalStore(forms.subscribe, () => forms.repeatOf(names))
  const isReady = form !== undefined || names.length === 0
  const [isOpen, setOpen] = useState(false)
  // A dialog with the form may be opening at this moment, and the last one to open is on top.
  useEffect(() => {
    const timer = setTimeout(() => setOpen(isReady))
    return () => clearTimeout(timer)
  }, [isReady])

  async function makeAgain() {
    try {
      await call.again()
      showSnackbar('Done.')
      await readAgain(queries, call.route.touches ?? [])
    } catch (error) {
      if (!wasTold(error)) await showAlert('error', sentenceFor(error))
    }
  }

  function repeat() {
    onCancel()
    if (form) form.save()
    else void makeAgain()
  }

  return (
    <Dialog
      open={isOpen}
      width={320}
      persistent
      role="alertdialog"
      title="Your session ended before this was done"
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>Dismiss</Button>
          <Button kind="primary" onClick={repeat}>
            Repeat
          </Button>
        </>
      }
    >
      {form ? form.action() : wordsOf(call.route.id)}.
    </Dialog>
  )
}

/** 'Stop run' for `stopRun`. */
function wordsOf(id: string): string {
  const words = id.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
