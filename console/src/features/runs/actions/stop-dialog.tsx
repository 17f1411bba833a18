import type { Run } from '@podium/contract/runs.ts'
import { Square } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'

interface StopDialogProps {
  run: Run
  open: boolean
  busy: boolean
  onCancel: () => void
  onStop: () => void
}

export function StopDialog({ run, open, busy, onCancel, onStop }: StopDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={`Stop ${run.name}?`}
      role="alertdialog"
      persistent
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button kind="danger" icon={Square} busy={busy} onClick={onStop}>
            Stop
          </Button>
        </>
      }
    >
      {run.started_at === null
        ? 'It has not begun. It leaves the queue and gives up its place.'
        : 'What it wrote so far is kept: its logs and artifacts. A stopped run cannot go on, and leaves no model.'}
    </Dialog>
  )
}
