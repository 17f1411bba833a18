import { countOf } from '../../../format/number.ts'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { FailureList } from '../components/failure-list.tsx'
import type { Leftover } from '../components/use-bulk-deed.tsx'
import styles from './leftover-note.module.css'

interface LeftoverNoteProps {
  leftover: Leftover
  onRetry: () => void
  onDismiss: () => void
}

const TITLES = { delete: 'could not be deleted', unlock: 'could not be unlocked' } as const

/** What a bulk deed left undone, until it is tried again or dismissed. */
export function LeftoverNote({ leftover: { deed, failed }, onRetry, onDismiss }: LeftoverNoteProps) {
  return (
    <div className={styles.leftover}>
      <Note tone="bad" title={`${countOf(failed.length, 'account')} ${TITLES[deed]}.`}>
        <FailureList failed={failed} done={0} />
        <div className={styles.actions}>
          <TextButton onClick={onRetry}>
            {failed.length === 1 ? 'Try it again' : 'Try these again'}
          </TextButton>
          <TextButton onClick={onDismiss}>Dismiss</TextButton>
        </div>
      </Note>
    </div>
  )
}
