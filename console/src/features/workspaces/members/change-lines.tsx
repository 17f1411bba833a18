import { ArrowRight, Minus, Plus } from 'lucide-react'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import styles from './change-lines.module.css'
import { consequence } from './change-words.ts'
import type { Draft } from './member-draft.ts'
import type { NotDone } from './save-members.ts'

interface ChangeLinesProps {
  draft: Draft
  /** what the workspace is called */
  workspace: string
  refused?: readonly NotDone[]
  /** Absent in the question before saving. */
  onUndo?: (id: string) => void
}

const SIGNS = { add: Plus, role: ArrowRight, remove: Minus } as const

/** Who gains and who loses what; below it the reason of whoever was refused. */
export function ChangeLines({ draft, workspace, refused = [], onUndo }: ChangeLinesProps) {
  return (
    <ul className={styles.lines}>
      {draft.map((change) => {
        const { kind, person } = change
        const refusal = refused.find((one) => one.change.person.id === person.id)
        return (
          <li key={person.id} className={styles.line}>
            <Icon of={SIGNS[kind]} size={14} className={classNames(styles.sign, styles[kind])} />
            <span className={styles.words}>
              <b>{person.username}</b> {consequence(change, workspace)}
              {refusal && <span className={styles.refusal}>{refusal.detail}</span>}
            </span>
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
