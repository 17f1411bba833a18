import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { ChangeLines } from './change-lines.tsx'
import styles from './changes-review.module.css'
import type { Draft } from './member-draft.ts'
import type { NotDone } from './save-members.ts'

interface ChangesReviewProps {
  draft: Draft
  /** what the workspace is called */
  workspace: string
  refused: readonly NotDone[]
  onUndo: (id: string) => void
  /** The bar below, always in sight. */
  children: ReactNode
}

/** Who gains and loses what, in sight above the bar that saves it; on a phone it is folded until somebody asks. */
export function ChangesReview({ draft, workspace, refused, onUndo, children }: ChangesReviewProps) {
  const isPhone = useIsPhone()
  const [isUnfolded, setUnfolded] = useState(false)
  const section = useRef<HTMLElement>(null)
  const linesId = useId()
  const isShown = !isPhone || isUnfolded || refused.length > 0

  /** The button is gone with its line: the next one takes its focus, or the review itself. */
  function undo(id: string) {
    const at = draft.findIndex(({ person }) => person.id === id)
    flushSync(() => onUndo(id))
    const left = section.current?.querySelectorAll<HTMLElement>('li button')
    const next = left?.[at] ?? section.current
    next?.focus()
  }

  return (
    <section ref={section} tabIndex={-1} aria-label="What changes" className={styles.review}>
      {draft.length > 0 && (
        <div className={styles.changes}>
          <h2>
            {isPhone ? (
              <TextButton
                icon={isShown ? ChevronDown : ChevronRight}
                aria-expanded={isShown}
                aria-controls={linesId}
                onClick={() => setUnfolded(!isUnfolded)}
              >
                What changes
              </TextButton>
            ) : (
              'What changes'
            )}
          </h2>
          <div id={linesId}>
            {isShown && <ChangeLines draft={draft} workspace={workspace} refused={refused} onUndo={undo} />}
          </div>
        </div>
      )}
      {children}
    </section>
  )
}
