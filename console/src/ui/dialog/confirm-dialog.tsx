import { Square, Trash2 } from 'lucide-react'
import { Button } from '../button/button.tsx'
import { Dialog } from './dialog.tsx'
import { confirmWords, type Question } from './use-confirm.ts'

interface ConfirmDialogProps {
  open: boolean
  question: Question
  onAnswer: (agreed: boolean) => void
}

export function ConfirmDialog({ open, question, onAnswer }: ConfirmDialogProps) {
  const { mode, detail, disabledReason, yes, prompt } = question
  const words = confirmWords(mode)
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={prompt ?? words.prompt}
      width={320}
      persistent
      role="alertdialog"
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>Cancel</Button>
          <Button
            kind={words.removes ? 'danger' : 'primary'}
            icon={words.removes && (mode === 'stop' ? Square : Trash2)}
            disabledReason={disabledReason}
            onClick={() => onAnswer(true)}
          >
            {yes ?? words.yes}
          </Button>
        </>
      }
    >
      {detail}
    </Dialog>
  )
}
