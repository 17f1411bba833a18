import { CircleCheck, CircleX, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './check-list.module.css'

export type CheckVerdict = 'good' | 'warning' | 'wrong' | 'running'

export interface Check {
  verdict: CheckVerdict
  title: string
  /** One line of fact. */
  detail?: ReactNode
  /** The location, such as 'line 41'. */
  where?: ReactNode
}

const SIGNS: Record<CheckVerdict, { icon: LucideIcon; word: string; look: string | undefined }> = {
  good: { icon: CircleCheck, word: 'Good', look: text.green },
  warning: { icon: TriangleAlert, word: 'Warning', look: text.warn },
  wrong: { icon: CircleX, word: 'Wrong', look: text.crimson },
  running: { icon: LoaderCircle, word: 'Running', look: classNames(text.info, styles.running) },
}

/** Results of checks. A warning never blocks; a failed check says where it failed. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className={text.small}>
      {checks.map(({ verdict, title, detail, where }) => (
        <li key={title} className={styles.check}>
          <Icon of={SIGNS[verdict].icon} className={SIGNS[verdict].look} />
          <span>
            <span className={text.hidden}>{SIGNS[verdict].word}: </span>
            {title}
          </span>
          {where !== undefined && <span className={text.note}>{where}</span>}
          {detail !== undefined && <span className={classNames(text.note, styles.detail)}>{detail}</span>}
        </li>
      ))}
    </ul>
  )
}
