import layout from '../theme/layout.module.css'
import { classNames } from '../ui/class-names.ts'
import { Mark } from '../ui/drawing/mark.tsx'
import styles from './shell.module.css'
import sidebar from './sidebar.module.css'

/** The frame of the console, rendered at build time and shown until the console is loaded. */
export function ShellSkeleton() {
  return (
    <div className={classNames(styles.app, styles.skeleton)}>
      <div className={styles.side}>
        <div className={classNames(layout.row, sidebar.brand)}>
          <Mark />
          <span className={sidebar.wideOnly}>Podium</span>
        </div>
      </div>
      <div className={styles.page}>
        <div className={styles.top} />
        <main className={styles.main} aria-busy="true" />
      </div>
    </div>
  )
}
