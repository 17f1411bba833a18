import type { RunInfo } from '@podium/contract/runs.ts'
import { formatFigure } from '../../../format/number.ts'
import { Card } from '../../../ui/layout/card.tsx'
import styles from './run-page.module.css'

/** The figures the run left in metrics.json. None is drawn: nothing says of what it would be a share. */
export function FiguresCard({ metrics }: { metrics: RunInfo['metrics'] }) {
  const figures = Object.entries(metrics)
  if (figures.length === 0) return null
  return (
    <Card title="Figures" note={`${figures.length}`} flush>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name} className={styles.figure}>
            <dt>{nameOf(name)}</dt>
            <dd title={String(value)}>{formatFigure(value)}</dd>
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
