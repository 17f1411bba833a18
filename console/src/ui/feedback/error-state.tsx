import { RefreshCw } from 'lucide-react'
import text from '../../theme/text.module.css'
import { Button } from '../button/button.tsx'
import { CopyButton } from '../button/copy-button.tsx'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  /** The failed action: 'The run list could not be read'. */
  title: string
  /** The server's own sentence. */
  detail: string
  requestId?: string | undefined
  onRetry?: () => void
  retrying?: boolean
}

export function ErrorState({ title, detail, requestId, onRetry, retrying }: ErrorStateProps) {
  const retry = onRetry && (
    <Button icon={RefreshCw} busy={retrying} onClick={onRetry}>
      Retry
    </Button>
  )
  return (
    <div role="alert">
      <EmptyState title={title} drawing="broken" action={retry}>
        {detail}
        {requestId !== undefined && (
          <span className={text.sub}>
            Request{' '}
            <code translate="no" className={text.mono}>
              {requestId}
            </code>{' '}
            <CopyButton text={requestId} label="Copy request ID" />
          </span>
        )}
      </EmptyState>
    </div>
  )
}
