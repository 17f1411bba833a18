import { type ComponentType, useEffect, useEffectEvent, useRef } from 'react'
import { browserPage } from '../browser-page.ts'
import { TextButton } from '../button/text-button.tsx'
import type { NotFetched } from '../lazy/fetch-part.ts'
import { late } from '../lazy/late.tsx'
import { useAlert } from './use-alert.ts'

/** How a dialog is left without its deed. */
interface Leaving {
  open?: boolean
  onClose?: () => void
  onCancel?: () => void
}

/** A dialog that is fetched when it is first opened; one that does not come is left again, and an alert says why. */
export function lateDialog<Props extends Leaving>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const draw = late(load)
  return function LateDialog(props: Props) {
    return draw(props, (missing, again) => <MissingDialog {...props} missing={missing} again={again} />)
  }
}

interface MissingDialogProps extends Leaving {
  missing: NotFetched
  again: () => void
}

function MissingDialog({ missing, again, open = true, onClose, onCancel }: MissingDialogProps) {
  const showAlert = useAlert()
  const isSaid = useRef(!open)
  const react = useEffectEvent(() => {
    // Opened anew, by somebody who has read it.
    if (isSaid.current) return again()
    isSaid.current = true
    void showAlert('error', missing.message, missing.isOutdated && <ReloadOffer />)
    const leave = onCancel ?? onClose
    leave?.()
  })
  useEffect(() => {
    if (open) react()
  }, [open])
  return null
}

function ReloadOffer() {
  return (
    <>
      What you typed stays until the page is loaded anew.{' '}
      <TextButton onClick={browserPage.reload}>Reload</TextButton>
    </>
  )
}
