import type { TierChooser } from '@podium/contract/calls/choices.ts'
import type { InstanceDetail } from '@podium/contract/calls/instances.ts'
import { readVersion } from '@podium/contract/calls/solutions.ts'
import { tierLabels } from '@podium/contract/rules/tiers.ts'
import { MODES, type Mode } from '@podium/contract/solution-metadata/modes.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { q } from '../../../api/query.ts'
import { countOf } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { type Definition, DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { lazyPart } from '../../../ui/lazy/lazy.tsx'
import { Tag } from '../../../ui/text/chip.tsx'
import { RecordId } from '../../../ui/text/record-id.tsx'
import { MODE_NAMES } from '../form/instance-changes.ts'
import { COUPLING_WORDS, draftOf, type PipelineForm, pipelineForms } from '../form/instance-draft.ts'
import styles from './detail.module.css'
import { ParametersCard } from './parameters-card.tsx'
import { StreamsCard } from './streams-card.tsx'

const SchedulesCard = lazyPart(async () => (await import('./schedules-card.tsx')).SchedulesCard)

export function DetailTab({ instance }: { instance: InstanceDetail }) {
  const params = { id: instance.solution_id, n: instance.version_num }
  const version = useQuery(q(readVersion, { params }))
  const forms = version.data ? pipelineForms(draftOf(instance), version.data) : []
  const { tags } = instance
  const coupling = instance.coupled ? 'coupled' : 'decoupled'
  return (
    <div className={layout.columns}>
      <div className={classNames(layout.wide, layout.stack)}>
        <StreamsCard instance={instance} />
        <Suspense
          fallback={
            <Card title="Schedules" flush>
              <SkeletonRows label="Loading schedules" rows={2} tall />
            </Card>
          }
        >
          <SchedulesCard instance={instance} />
        </Suspense>
        <Parameters forms={forms} mode="train" />
        <Parameters forms={forms} mode="inference" />
      </div>
      <aside aria-label="About this instance" className={classNames(layout.narrow, layout.stack)}>
        <Card title="Instance" flush footer={<span className={text.muted}>{COUPLING_WORDS[coupling]}</span>}>
          <DefinitionList
            inset
            items={[
              { term: 'Coupling', value: coupling },
              { term: 'Instance ID', value: <RecordId id={instance.id} label="Copy instance ID" /> },
              { term: 'Tags', value: tags.length === 0 ? 'none' : <Tags tags={tags} /> },
            ]}
          />
        </Card>
        <Card title="Modes" flush>
          <DefinitionList inset items={modesOf(instance, forms)} />
        </Card>
      </aside>
    </div>
  )
}

/** The parameters of a pipeline that is on and has some. */
function Parameters({ forms, mode }: { forms: readonly PipelineForm[]; mode: Mode }) {
  const form = forms.find((one) => one.mode === mode && one.on && one.filled.fields.length > 0)
  return form && <ParametersCard mode={mode} filled={form.filled} />
}

function Tags({ tags }: Pick<InstanceDetail, 'tags'>) {
  return (
    <div className={classNames(layout.wrap, styles.tags)}>
      {tags.map(({ key, value }) => (
        <Tag key={key} name={key}>
          {value}
        </Tag>
      ))}
    </div>
  )
}

/** Lists the modes that are on and what that means for runs, then those that are off. */
function modesOf({ modes }: InstanceDetail, forms: readonly PipelineForm[]): Definition[] {
  const wrangler = modes.data_wrangler
  const on = forms.filter((form) => form.on)
  const all = [
    ...MODES.map((mode) => {
      const form = on.find((one) => one.mode === mode)
      return { term: MODE_NAMES[mode], value: form && pipelineText(form) }
    }),
    { term: 'Resource', value: tiersText(on) },
    { term: 'Pipeline', value: modes.pipeline },
    {
      term: 'Data Wrangler',
      value:
        wrangler &&
        `code ${wrangler.code_uri || 'from version'}, data ${wrangler.dataset_uri || 'from version'}`,
    },
    { term: 'Dev Mode', value: modes.dev && 'on' },
  ]
  const off = all.filter(({ value }) => !value).map(({ term }) => term)
  return [
    ...all.filter(({ value }) => value),
    ...(off.length > 0
      ? [{ term: 'Turned off', value: <span className={text.muted}>{off.join(', ')}</span> }]
      : []),
  ]
}

const CHOSEN_BY: Record<TierChooser, string> = {
  run: 'from run',
  instance: 'from instance',
  version: 'from version',
  default: 'default',
}

/** 'Standard for both (default)', 'Train: Low (from instance) · Inference: Standard (default)' */
function tiersText(forms: readonly PipelineForm[]): string {
  const [first, second] = forms.map(({ tier: { tier, by } }) => ({
    tier: tierLabels[tier],
    by: CHOSEN_BY[by],
  }))
  if (first && second && first.tier === second.tier && first.by === second.by)
    return `${first.tier} for both (${first.by})`
  return forms
    .map(({ mode, tier: { tier, by } }) => `${MODE_NAMES[mode]}: ${tierLabels[tier]} (${CHOSEN_BY[by]})`)
    .join(' · ')
}

/** 'on, 8 parameters, 2 of them changed' */
function pipelineText({ filled: { fields } }: PipelineForm): string {
  if (fields.length === 0) return 'on, no parameters'
  const changed = fields.filter((field) => field.changed).length
  return `on, ${countOf(fields.length, 'parameter')}${changed > 0 ? `, ${changed} of them changed` : ''}`
}
