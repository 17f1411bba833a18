import { roleLabels } from '@podium/contract/permissions.ts'
import { ArrowRight, ChevronDown, ChevronRight, Minus, Plus } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import styles from './changes-review.module.css'
import type { Change, Draft, Refusal } from './member-draft.ts'

interface ChangesReviewProps {
  draft: Draft
  /** what the workspace is called */
  workspace: string
  refused: readonly Refusal[]
  onUndo: (id: string) => void
  /** The bar below, always in sight. */
  children: ReactNode
}

/** Who gains and loses what, in sight above the bar that saves it; on a phone it is folded at first. */
export function ChangesReview({ draft, workspace, refused, onUndo, children }: ChangesReviewProps) {
  const isPhone = useIsPhone()
  const [isUnfolded, setUnfolded] = useState(false)
  const section = useRef<HTMLElement>(null)
  const linesId = useId()
  const isShown = !isPhone || isUnfolded || refused.length > 0

  /** The button goes with its line: the focus moves to the next one, or to the review. */
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

interface ChangeLinesProps {
  draft: Draft
  /** what the workspace is called */
  workspace: string
  refused?: readonly Refusal[]
  /** Absent in the question before saving. */
  onUndo?: (id: string) => void
}

const SIGNS = {
  add: { icon: Plus, color: text.green },
  role: { icon: ArrowRight, color: text.info },
  remove: { icon: Minus, color: text.crimson },
} as const

/** Who gains and who loses what; below a change why it was refused. */
export function ChangeLines({ draft, workspace, refused = [], onUndo }: ChangeLinesProps) {
  return (
    <ul className={classNames(layout.stackTight, text.small)}>
      {draft.map((change) => {
        const { kind, person } = change
        const refusal = refused.find((one) => one.change.person.id === person.id)
        return (
          <li key={person.id} className={styles.line}>
            <Icon of={SIGNS[kind].icon} size={14} className={classNames(styles.sign, SIGNS[kind].color)} />
            <div className={styles.words}>
              <b>{person.username}</b> {consequence(change, workspace)}
              {refusal && <p className={text.crimson}>{refusal.detail}</p>}
            </div>
            {onUndo && (
              <TextButton aria-label={`Undo for ${person.username}`} onClick={() => onUndo(person.id)}>
                Undo
              </TextButton>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const MANAGING = 'add, change and remove members, delete what others made, and read the history'

/** Who gains or loses what, in a sentence that begins after their ID. */
function consequence(change: Change, workspace: string): string {
  if (change.kind === 'remove') return `loses access to ${workspace}`
  const label = roleLabels[change.role]
  if (change.kind === 'add')
    return change.role === 'MANAGER'
      ? `becomes ${label} and can register, edit and run here, ${MANAGING}`
      : `becomes ${label} and can register, edit and run here`
  const move = `${roleLabels[change.from]} → ${label}`
  if (change.role === 'MANAGER') return `${move}, and can ${MANAGING}`
  if (change.from === 'MANAGER') return `${move}, and can no longer ${MANAGING.replace(', and', ', or')}`
  return `${move}, with the same rights`
}
