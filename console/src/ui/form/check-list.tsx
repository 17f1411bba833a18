import { CircleCheck, CircleX, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './check-list.module.css'

export type CheckVerdict = 'good' | 'warning' | 'wrong' | 'running'

export interface Check {
  verdict: CheckVerdict
  title: string
  /** One line of fact. */
  detail?: ReactNode
  /** Where it stands, such as 'line 41'. */
  where?: ReactNode
}

const SIGNS: Record<CheckVerdict, { icon: LucideIcon; word: string }> = {
  good: { icon: CircleCheck, word: 'Good' },
  warning: { icon: TriangleAlert, word: 'Warning' },
  wrong: { icon: CircleX, word: 'Wrong' },
  running: { icon: LoaderCircle, word: 'Running' },
}

/** Results of checks: a warning never stops, a wrong one says where. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className={styles.checks}>
      {checks.map(({ verdict, title, detail, where }) => (
        <li key={title} className={styles.check}>
          <Icon of={SIGNS[verdict].icon} className={classNames(styles.icon, styles[verdict])} />
          <span>
            <span className={styles.unseen}>{SIGNS[verdict].word}: </span>
            {title}
          </span>
          {where !== undefined && <span className={styles.where}>{where}</span>}
          {detail !== undefined && <span className={styles.detail}>{detail}</span>}
        </li>
      ))}
    </ul>
  )
}
