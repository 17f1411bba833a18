import { timeoutSeconds } from '@podium/contract/metadata-pipeline.ts'
import { tierLabels } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { formatDuration } from '../../../format/duration.ts'
import { formatVersion } from '../../../format/version.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { type Definition, DefinitionList } from '../../../ui/layout/definition-list.tsx'
import type { Filled } from '../components/parameters/parameter-values.ts'
import { ReceivedParameters } from '../components/parameters/received-parameters.tsx'
import type { TierPlan } from '../components/tier-words.ts'
import styles from './new-run.module.css'
import type { Place, Run } from './run-plan.ts'

interface ReceivesCardProps {
  place: Place
  run: Run
  data: string
  tier: TierPlan
  set: Workspace['execution_specs']
  filled: Filled
}

/** What the run will be given, to the letter. */
export function ReceivesCard({ place, run, data, tier, set, filled }: ReceivesCardProps) {
  const limit = timeoutSeconds(run.pipeline)
  const items: Definition[] = [
    { term: 'Run', value: nextName(place) },
    {
      term: 'Solution',
      value: place.solution && `${place.solution.name} ${formatVersion(place.version_num)}`,
    },
    { term: 'Pipeline', value: run.mode },
    { term: 'Data, read-only', value: data },
    { term: 'Tier', value: tierText(tier, set) },
    ...(limit === null ? [] : [{ term: 'Time limit', value: formatDuration(limit) }]),
  ]
  return (
    <Card title="What the run receives" flush>
      <div className={styles.facts}>
        <DefinitionList items={items} />
      </div>
      <h3 className={styles.codeTitle}>Parameters</h3>
      <ReceivedParameters filled={filled} />
    </Card>
  )
}

function nextName({ stream, stream_name }: Place): string {
  if (stream) return `${stream.name}, its next run`
  return stream_name === '' ? '' : `${stream_name}-1`
}

function tierText({ given }: TierPlan, set: Workspace['execution_specs']): string {
  if (given === null) return "The engine's default"
  const instance = set.find(({ name }) => name === given)?.instance
  return instance === undefined ? tierLabels[given] : `${tierLabels[given]}, ${instance}`
}
