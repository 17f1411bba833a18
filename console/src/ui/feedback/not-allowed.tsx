import type { ReactNode } from 'react'
import { Card } from '../layout/card.tsx'
import { EmptyState } from './empty-state.tsx'

interface NotAllowedProps {
  reason: string
  /** a link to an alternative */
  action: ReactNode
}

/** Shown in place of a form that the person may not send. */
export function NotAllowed({ reason, action }: NotAllowedProps) {
  return (
    <Card flush>
      <EmptyState title={reason} drawing="lock" action={action} />
    </Card>
  )
}
