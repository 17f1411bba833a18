import styles from './chip.module.css'

/** How many need attention. */
export function Badge({ count }: { count: number }) {
  return <span className={styles.badge}>{count}</span>
}
