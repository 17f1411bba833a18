import { RefreshCw } from 'lucide-react'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { type Check, CheckList } from '../../../ui/form/check-list.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { countChecks, joinChecks } from './join-checks.tsx'
import styles from './register-dialog.module.css'

interface ChecksPartProps {
  checks: readonly Check[]
  /** Why the server could not check. */
  unanswered: string | undefined
  onRetry: () => void
}

/** What was found good, doubtful or wrong. */
export function ChecksPart({ checks, unanswered, onRetry }: ChecksPartProps) {
  return (
    <FormSection
      title="Checks"
      aside={
        <span role="status" className={styles.count}>
          {countChecks(checks)}
        </span>
      }
    >
      {unanswered !== undefined && (
        <>
          <Note tone="bad" title="The archive could not be checked.">
            {unanswered}
          </Note>
          <div>
            <Button icon={RefreshCw} onClick={onRetry}>
              Check again
            </Button>
          </div>
        </>
      )}
      {checks.length > 0 && <CheckList checks={joinChecks(checks)} />}
      {checks.length === 0 && unanswered === undefined && (
        <p className={text.muted}>
          What is good, doubtful or wrong stands here as soon as there is something to check.
        </p>
      )}
    </FormSection>
  )
}
