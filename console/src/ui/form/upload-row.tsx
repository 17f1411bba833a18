import { FileArchive, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import styles from './upload.module.css'

interface UploadRowProps {
  name: string
  /** 'running' is blue, 'complete' green, 'broken' crimson. */
  state: 'running' | 'complete' | 'broken'
  /** 0 to 100. */
  percent: number
  /** The amount, the speed and the time left, or what went wrong. */
  detail: ReactNode
  icon?: LucideIcon
  /** Pause, remove or go on. */
  action?: ReactNode
}

const TONES = { running: 'running', complete: 'good', broken: 'bad' } as const

export function UploadRow({ name, state, percent, detail, icon = FileArchive, action }: UploadRowProps) {
  return (
    <div className={styles.file}>
      <Icon of={icon} className={styles.fileIcon} />
      <div className={styles.words}>
        <div className={styles.name}>{name}</div>
        <div className={classNames(styles.detail, state === 'broken' && styles.error)}>{detail}</div>
      </div>
      <div>{action}</div>
      <div className={styles.bar}>
        <ProgressBar label={`Upload of ${name}`} percent={percent} tone={TONES[state]} />
      </div>
    </div>
  )
}
