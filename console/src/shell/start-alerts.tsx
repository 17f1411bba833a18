import { AlertProvider } from '../ui/dialog/alert-provider.tsx'
import { SnackbarProvider } from '../ui/feedback/snackbar.tsx'
import { NoticeSpeaker } from './notice-speaker.tsx'
import type { Notices } from './notices.ts'

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
