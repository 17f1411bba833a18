import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './note.module.css'

interface NoteProps {
  tone: 'info' | 'warn' | 'bad' | 'good'
  /** Shown in bold before the text. */
  title?: string
  children?: ReactNode
  /** Read out when it appears, for changes while a person reads. */
  live?: boolean
}

const ICONS = { info: Info, warn: TriangleAlert, bad: CircleAlert, good: CircleCheck } as const

export function Note({ tone, title, children, live }: NoteProps) {
  return (
    <div role={live ? 'status' : undefined} className={classNames(text.small, styles.note, styles[tone])}>
      <Icon of={ICONS[tone]} />
      <div>
        {title !== undefined && <b>{title}</b>} {children}
      </div>
    </div>
  )
}

/** Says that the content may be old while the connection is lost. */
export function ConnectionNote({ connected }: { connected: boolean }) {
  return (
    <div role="status">
      {!connected && <Note tone="warn">Connection lost, trying again. What you see may be old.</Note>}
    </div>
  )
}
