import { useEffect } from 'react'
import { AlertProvider } from '../ui/dialog/alert-provider.tsx'
import { SnackbarProvider, useSnackbar } from '../ui/feedback/snackbar.tsx'
import { useAlert } from '../ui/use-alert.ts'
import type { Notices } from './notices.ts'

/** Shows what the guard and the calls have to say. */
export function NoticeSpeaker({ notices }: { notices: Notices }) {
  const showAlert = useAlert()
  const { showSnackbar } = useSnackbar()
  useEffect(() => {
    return notices.listen({ alert: (...told) => void showAlert('error', ...told), remark: showSnackbar })
  }, [notices, showAlert, showSnackbar])
  return null
}

/** Says over the login page what a call was refused with, as the whole console does later. */
export function StartAlerts({ notices }: { notices: Notices }) {
  return (
    <SnackbarProvider>
      <AlertProvider>
        <NoticeSpeaker notices={notices} />
      </AlertProvider>
    </SnackbarProvider>
  )
}
