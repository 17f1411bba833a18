import type { RunInfo } from '@podium/contract/runs.ts'
import { Suspense } from 'react'
import { latePart } from '../../../ui/lazy/late-part.tsx'
import { ArtifactsCard } from './artifacts-card.tsx'
import { FactsCard } from './facts-card.tsx'
import { FiguresCard } from './figures-card.tsx'
import { LogCard } from './log-card.tsx'
import { ParametersCard } from './parameters-card.tsx'
import styles from './run-page.module.css'
import { StateCard } from './state-card.tsx'

const WhyCard = latePart(async () => (await import('./why-card.tsx')).WhyCard)

interface RunViewProps {
  run: RunInfo
  retry: { busy: boolean; reason: string | undefined; start: () => void }
}

/** The cards of a run. On narrow screens the state and its reason come before the log. */
export function RunView({ run, retry }: RunViewProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <StateCard run={run} />
        <LogCard run={run} />
        <ArtifactsCard run={run} />
      </div>
      <aside aria-label="About this run" className={styles.side}>
        <Suspense>{run.detail !== '' && <WhyCard run={run} retry={retry} />}</Suspense>
        <FiguresCard metrics={run.metrics} />
        <ParametersCard run={run} />
        <FactsCard run={run} />
      </aside>
    </div>
  )
}
