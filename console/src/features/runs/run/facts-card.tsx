import type { RunInfo } from '@podium/contract/runs.ts'
import { Link } from '@tanstack/react-router'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { type Definition, DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { dataName } from '../components/data-name.ts'
import { resourcesText } from '../components/resources-text.ts'
import { tierName } from '../components/tier-name.ts'
import { MonitoringLink } from './monitoring-link.tsx'
import styles from './run-page.module.css'

/** What is fixed about the run. */
export function FactsCard({ run }: { run: RunInfo }) {
  const ws = run.workspace_id
  const runLink = (id: string, words: string) => <Link {...paths.run(id, { ws })}>{words}</Link>
  const items: Definition[] = [
    { term: 'Pipeline', value: run.pipeline },
    { term: 'Data set', value: dataName(run.dataset_uri) },
    ...(run.model_from === null
      ? []
      : [{ term: 'Model', value: runLink(run.model_from, 'from this training run') }]),
    ...(run.model_version === '' ? [] : [{ term: 'Model version', value: formatVersion(run.model_version) }]),
    { term: 'Tier asked', value: tierName(run.tier_asked) },
    { term: 'Tier given', value: givenTier(run) },
    { term: 'Granted', value: run.granted && resourcesText(run.granted) },
    { term: 'Attempt', value: run.attempt },
    ...(run.retry_of === null ? [] : [{ term: 'Retry of', value: runLink(run.retry_of, 'this run') }]),
    { term: 'Engine', value: run.engine },
    { term: 'Exit code', value: run.exit_code },
    { term: 'Monitoring', value: <MonitoringLink run={run} /> },
    {
      term: 'Run ID',
      value: (
        <span className={styles.id}>
          <code>{run.id}</code> <CopyButton text={run.id} label="Copy run ID" />
        </span>
      ),
    },
  ]
  return (
    <Card title="Run" flush>
      <div className={styles.facts}>
        <DefinitionList items={items} />
      </div>
    </Card>
  )
}

function givenTier({ tier_given, instance_type }: RunInfo): string {
  if (tier_given === '') return "the engine's default"
  return instance_type === '' ? tierName(tier_given) : `${tierName(tier_given)}, ${instance_type}`
}
