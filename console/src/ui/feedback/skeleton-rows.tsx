import text from '../../theme/text.module.css'
import styles from './skeleton.module.css'

interface SkeletonRowsProps {
  /** Names the loading content, without a full stop: 'Loading accounts'. */
  label: string
  rows?: number
  /** Whether rows have a second line. */
  tall?: boolean
}

/** Grey rows in place of loading ones. Shown after 150 ms, so that quick responses do not flicker. */
export function SkeletonRows({ label, rows = 5, tall }: SkeletonRowsProps) {
  const shapes = Array.from({ length: rows }, (_, row) => ({
    key: `row-${row}`,
    width: 45 + ((row * 17) % 23),
  }))
  return (
    <div role="status" className={styles.skeleton} data-tall={tall || undefined}>
      <span className={text.hidden}>{label}</span>
      {shapes.map(({ key, width }) => (
        <svg key={key} viewBox="0 0 300 12" preserveAspectRatio="none" aria-hidden="true">
          <rect width={width * 1.5} height="12" rx="3" />
          <rect x="150" width="52" height="12" rx="3" />
          <rect x="232" width={width} height="12" rx="3" />
        </svg>
      ))}
    </div>
  )
}
