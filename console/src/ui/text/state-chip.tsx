import type { ShownState } from '@podium/contract/run-state.ts'
import { classNames } from '../class-names.ts'
import styles from './chip.module.css'

/** A run's state: the word, and a shape of its own, so that colour never says it alone. */
export function StateChip({ state }: { state: ShownState }) {
  return (
    <span className={classNames(styles.chip, styles[state])}>
      <span className={styles.dot} aria-hidden="true" />
      {state}
    </span>
  )
}
