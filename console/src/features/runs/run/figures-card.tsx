import type { RunInfo } from '@podium/contract/runs.ts'
import { Card } from '../../../ui/card.tsx'
import styles from './run-page.module.css'

const short = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })

/** The figures the run left in metrics.json. One between 0 and 1 is drawn as a share, too. */
export function FiguresCard({ metrics }: { metrics: RunInfo['metrics'] }) {
  const figures = Object.entries(metrics)
  if (figures.length === 0) return null
  return (
    <Card title="Figures" note={`${figures.length}`} flush>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name} className={styles.figure}>
            <dt>{nameOf(name)}</dt>
            <dd title={String(value)}>
              {short.format(value)}
              {value >= 0 && value <= 1 && (
                <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect width="100" height="4" />
                  <rect width={value * 100} height="4" className={styles.filled} />
                </svg>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function nameOf(key: string): string {
  const words = key.replaceAll(/[_.]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
