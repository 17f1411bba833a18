import { RefreshCw } from 'lucide-react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../button/button.tsx'
import { CopyButton } from '../button/copy-button.tsx'
import { classNames } from '../class-names.ts'
import { Drawing } from '../drawing/drawing.tsx'
import styles from './empty.module.css'

interface ErrorStateProps {
  /** What could not be done: 'The run list could not be read'. */
  title: string
  /** The server's own sentence. */
  detail: string
  requestId?: string | undefined
  onRetry?: () => void
  retrying?: boolean
}

export function ErrorState({ title, detail, requestId, onRetry, retrying }: ErrorStateProps) {
  return (
    <div role="alert" className={styles.empty}>
      <Drawing of="broken" />
      <p className={styles.title}>{title}</p>
      <p className={styles.sentence}>{detail}</p>
      {requestId !== undefined && (
        <p className={classNames(layout.row, text.note)}>
          Request <code className={text.mono}>{requestId}</code>
          <CopyButton text={requestId} label="Copy request ID" />
        </p>
      )}
      {onRetry && (
        <div className={styles.action}>
          <Button icon={RefreshCw} busy={retrying} onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}
