import { messages } from '@podium/contract/rules.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../../../navigation/paths.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'

/** Leads to the overview, as every page does that is denied, and says why over it. */
export function Denied() {
  const navigate = useNavigate()
  const showAlert = useAlert()
  const isTold = useRef(false)
  useEffect(() => {
    if (isTold.current) return
    isTold.current = true
    void navigate({ ...paths.overview(), replace: true })
    void showAlert('error', messages.no_permission)
  }, [navigate, showAlert])
  return null
}
