import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { ArrowRight, ChevronDown, ChevronRight, Minus, Plus } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatLastDay } from '../../format/day.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { TextButton } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import styles from './changes-review.module.css'
import { type Change, type MembersEdit, without } from './member-draft.ts'

/** The unsaved changes: who gains and loses what, above the bar that saves them. Folded at first on a phone. */
export function ChangesReview({
  draft,
  workspace,
  onDraft,
  children,
}: MembersEdit & { children: ReactNode }) {
  const isPhone = useIsPhone()
  const [isUnfolded, setUnfolded] = useState(false)
  const section = useRef<HTMLElement>(null)
  const linesId = useId()
  const isShown = !isPhone || isUnfolded || draft.some(({ refusal }) => refusal)

  /** The button disappears with its line, so the focus moves to the next one, or to the review. */
  function undo(id: string) {
    const at = draft.findIndex(({ person }) => person.id === id)
    flushSync(() => onDraft(without(draft, id)))
    const next = section.current?.querySelectorAll<HTMLElement>('li button')[at] ?? section.current
    next?.focus()
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="What changes"
      className={classNames(draft.length > 0 && layout.surface, styles.review)}
    >
      {draft.length > 0 && (
        <>
          <div className={classNames(layout.stackTight, layout.scroll, styles.changes)}>
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
              {isShown && <ChangeLines draft={draft} workspace={workspace} onUndo={undo} />}
            </div>
          </div>
          {children}
        </>
      )}
    </section>
  )
}

interface ChangeLinesProps extends Pick<MembersEdit, 'draft' | 'workspace'> {
  /** undefined in the question before saving */
  onUndo?: (id: string) => void
}

/** Lists who gains and loses what. The review also shows refusals and a button that undoes each change. */
export function ChangeLines({ draft, workspace, onUndo }: ChangeLinesProps) {
  return (
    <ul className={classNames(layout.stackTight, text.small)}>
      {draft.map((change) => {
        const { person, refusal } = change
        return (
          <li key={person.id} className={styles.line}>
            <Sign of={change} />
            <div className={layout.grow}>
              <span className={text.strong}>{person.username}</span>{' '}
              {consequence(change, workspace.display_name) + untilWords(change)}
              {onUndo && refusal && <p className={text.crimson}>{refusal}</p>}
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

function Sign({ of: { from, to } }: { of: Change }) {
  if (from === null) return <Icon of={Plus} size={14} className={classNames(styles.sign, text.green)} />
  if (to === null) return <Icon of={Minus} size={14} className={classNames(styles.sign, text.crimson)} />
  return <Icon of={ArrowRight} size={14} className={classNames(styles.sign, text.info)} />
}

const MANAGING = 'add, change and remove members, delete what others created, and read the history'

/** Says what the person gains or loses, as the end of a sentence that begins with their ID. */
function consequence({ from, to }: Change, workspace: string): string {
  if (from === to) return 'is a member'
  if (to === null) return `loses access to ${workspace}`
  if (from === null) {
    const gained = `becomes ${roleLabels[to]} and can register, edit and run here`
    return to === 'MANAGER' ? `${gained}, ${MANAGING}` : gained
  }
  const move = `${roleLabels[from]} → ${roleLabels[to]}`
  if (to === 'MANAGER') return `${move}, and can ${MANAGING}`
  if (from === 'MANAGER') return `${move}, and can no longer ${MANAGING.replace(', and', ', or')}`
  return `${move}, with the same rights`
}

/** Continues the sentence if the end of the membership is set or removed. */
function untilWords({ ends_at }: Change): string {
  if (ends_at === undefined) return ''
  return ends_at === null ? ' without an end date' : ` until ${formatLastDay(ends_at)}`
}
