import { Button, type ButtonProps } from '../button/button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

interface FormDialogProps
  extends Omit<DialogProps, 'open' | 'footer' | 'onSubmit'>,
    Pick<ButtonProps, 'kind' | 'icon' | 'busy' | 'disabledReason'> {
  /** the label of the button that submits */
  submit: string
  /** Not called while the button has a disabled reason. */
  onSubmit: () => void
  cancel?: 'Cancel' | 'Close'
}

/** A dialog that is a form: its content, then a button that leaves it and one that submits it. */
export function FormDialog({ submit, onSubmit, cancel = 'Cancel', ...props }: FormDialogProps) {
  const { kind = 'primary', icon, busy, disabledReason, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      open
      onSubmit={() => disabledReason === undefined && onSubmit()}
      footer={
        <>
          <Button onClick={dialog.onClose}>{cancel}</Button>
          <Button {...{ kind, icon, busy, disabledReason }} type="submit">
            {submit}
          </Button>
        </>
      }
    />
  )
}
