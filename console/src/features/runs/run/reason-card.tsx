import type { RunInfo } from '@podium/contract/runs.ts'
import { CircleStop, Clock } from 'lucide-react'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { allocatedTier, tierName } from '../components/tier-name.ts'
import styles from './run-page.module.css'

/** Why the run waits or was stopped: one sentence and its numbers. Why it failed is the headline of its page. */
export function ReasonCard({ run }: { run: RunInfo }) {
  const waits = run.state === 'queued'
  if ((!waits && run.state !== 'stopped') || run.detail === '') return null
  const tiers = {
    term: 'Requested and allocated',
    value: `${tierName(run.tier_asked)}, ${allocatedTier(run)}`,
  }
  const numbers = [
    { term: 'Place in the queue', value: run.queue_place },
    { term: 'Tier', value: allocatedTier(run) },
  ]
  return (
    <Card title={waits ? 'Why it is waiting' : 'Why it stopped'}>
      <div className={layout.stackClose}>
        <p className={styles.because}>
          <Icon of={waits ? Clock : CircleStop} className={waits ? text.warn : text.muted} />
          <span>{run.detail}</span>
        </p>
        <DefinitionList items={waits ? numbers : [tiers]} />
      </div>
    </Card>
  )
}
