import { classNames } from '../class-names.ts'
import styles from './progress-bar.module.css'

interface ProgressBarProps {
  label: string
  /** 0 to 100; absent if the progress is unknown. */
  percent?: number
  tone?: 'running' | 'good' | 'warn' | 'bad'
}

export function ProgressBar({ label, percent, tone = 'running' }: ProgressBarProps) {
  return (
    <progress aria-label={label} max={100} value={percent} className={classNames(styles.bar, styles[tone])}>
      {percent !== undefined && `${Math.round(percent)} %`}
    </progress>
  )
}
