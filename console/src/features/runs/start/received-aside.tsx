import { timeoutSeconds } from '@podium/contract/metadata-pipeline.ts'
import { metadataWarnings } from '@podium/contract/metadata-warnings.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { tierLabels } from '@podium/contract/tiers.ts'
import { formatDuration } from '../../../format/duration.ts'
import { formatVersion } from '../../../format/version.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormAside } from '../../../ui/form/form-frame.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { type Definition, DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { dataName } from '../components/data-name.ts'
import { ReceivedParameters } from '../components/parameters/received-parameters.tsx'
import { tierPlan } from '../components/tier-words.ts'
import styles from './new-run.module.css'
import type { Target } from './run-state.ts'
import type { SectionProps } from './use-new-run.ts'

/** What the run will be given, to the letter, and what to expect of this engine. */
export function ReceivedAside(props: SectionProps) {
  const { form, run } = props
  const { draft, target, folder, from } = form
  const limit = timeoutSeconds(run.pipeline)
  const data = {
    instance: run.choices.dataset_uri.join(', '),
    sample: 'Sample data',
    set: draft.dataset.length === 0 ? '' : dataName(draft.dataset),
    upload: `${folder}, uploaded`,
  }[run.data]
  const items: Definition[] = [
    { term: 'Run', value: nextName(target) },
    {
      term: 'Solution',
      value: target.solution && `${target.solution.name} ${formatVersion(target.version_num)}`,
    },
    { term: 'Pipeline', value: run.mode },
    { term: 'Data, read-only', value: data },
    { term: 'Tier', value: tierText(props) },
    ...(limit === null ? [] : [{ term: 'Time limit', value: formatDuration(limit) }]),
  ]
  return (
    <FormAside label="What the run receives">
      <Card title="What the run receives" flush>
        <div className={layout.inset}>
          <DefinitionList items={items} />
        </div>
        <h3 className={styles.codeTitle}>Parameters</h3>
        <ReceivedParameters filled={run.parameters} />
      </Card>
      <EngineNotes {...props} />
      {from && <p className={text.sub}>{filledFrom(from, target)}</p>}
    </FormAside>
  )
}

/** What may surprise: the version on this engine, and the engine on this machine. */
function EngineNotes({ form: { engine }, run }: SectionProps) {
  if (!engine) return null
  const metadata = { ...run.metadata, pipeline: [run.pipeline] }
  const warnings = metadataWarnings(metadata, { containers: engine.containers })
  if (warnings.length + engine.notices.length === 0) return null
  return (
    <div className={layout.stackTight}>
      {[...warnings, ...engine.notices].map((sentence, at) => (
        <Note key={sentence} tone={at < warnings.length ? 'warn' : 'info'}>
          {sentence}
        </Note>
      ))}
    </div>
  )
}

function nextName({ stream, stream_name }: Target): string {
  if (stream) return `${stream.name}, its next run`
  return stream_name === '' ? '' : `${stream_name}-1`
}

function tierText({ form: { tiers }, run }: SectionProps): string {
  const { given } = tierPlan(run.choices.tier, tiers)
  if (given === null) return "The engine's default"
  const instance = tiers.find(({ name }) => name === given)?.instance
  return `${tierLabels[given]}, ${instance}`
}

function filledFrom(run: RunInfo, { solution, version_num }: Target): string {
  const isSame = run.solution_id === solution?.id && run.version_num === version_num
  const bounds = isSame
    ? ''
    : ` of ${run.solution_name} ${formatVersion(run.version_num)}, as far as ${solution?.name} ${formatVersion(version_num)} asks for the same`
  return `Filled in from ${run.name}${bounds}; “was” shows the version's own value.`
}
