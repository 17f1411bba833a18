import type { ReactNode } from 'react'
import { countOf } from '../../format/number.ts'
import { TextButton } from '../button/text-button.tsx'
import styles from './table-bars.module.css'

interface BulkBarProps {
  count: number
  /** What is selected, in the singular: 'run'. */
  noun: string
  onClear: () => void
  /** Buttons that count what each would reach: 'Stop 1', 'Delete 1'. */
  children: ReactNode
}

/** Takes the toolbar's place while something is selected. */
export function BulkBar({ count, noun, onClear, children }: BulkBarProps) {
  return (
    <section aria-label="Selection" className={styles.bulk}>
      <b role="status">{countOf(count, noun)} selected</b>
      <TextButton onClick={onClear}>Clear</TextButton>
      <div className={styles.bulkActions}>{children}</div>
    </section>
  )
}
