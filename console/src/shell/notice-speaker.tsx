import { useEffect } from 'react'
import { AlertProvider } from '../ui/dialog/alert-provider.tsx'
import { SnackbarProvider, useSnackbar } from '../ui/feedback/snackbar.tsx'
import { useAlert } from '../ui/use-alert.ts'
import type { Notices } from './notices.ts'

export function NoticeSpeaker({ notices }: { notices: Notices }) {
  const showAlert = useAlert()
  const { showSnackbar } = useSnackbar()
  useEffect(() => {
    return notices.listen({ alert: (...told) => void showAlert('error', ...told), remark: showSnackbar })
  }, [notices, showAlert, showSnackbar])
  return null
}

/** Shows refused calls over the login page, as the whole console does later. */
export function StartAlerts({ notices }: { notices: Notices }) {
  return (
    <SnackbarProvider>
      <AlertProvider>
        <NoticeSpeaker notices={notices} />
      </AlertProvider>
    </SnackbarProvider>
  )
}
