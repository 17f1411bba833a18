import { useEffect } from 'react'
import { useAlert } from '../ui/dialog/use-alert.ts'
import { useSnackbar } from '../ui/feedback/snackbar.tsx'
import type { Notices } from './notices.ts'

/** Shows what the guard and the calls have to say. */
export function NoticeSpeaker({ notices }: { notices: Notices }) {
  const showAlert = useAlert()
  const { say } = useSnackbar()
  useEffect(
    () =>
      notices.listen((notice) => {
        if (notice.is === 'alert') void showAlert(notice.kind, notice.message, notice.detail)
        else say(notice.text)
      }),
    [notices, showAlert, say],
  )
  return null
}
