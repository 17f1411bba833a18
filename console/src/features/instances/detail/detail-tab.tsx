import type { TierChooser } from '@podium/contract/choices.ts'
import type { InstanceDetail } from '@podium/contract/instances.ts'
import { MODES } from '@podium/contract/metadata.ts'
import { limits } from '@podium/contract/rules.ts'
import { readVersion } from '@podium/contract/solutions.ts'
import { tierLabels } from '@podium/contract/tiers.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { q } from '../../../api/query.ts'
import { countOf, formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { type Definition, DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { lazyPart } from '../../../ui/lazy/lazy.tsx'
import { Tag } from '../../../ui/text/chip.tsx'
import { ReceivedParameters } from '../../runs/components/parameters/received-parameters.tsx'
import { MODE_NAMES } from '../form/instance-changes.ts'
import { COUPLING_WORDS, draftOf, type PipelineForm, pipelineForms } from '../form/instance-draft.ts'
import styles from './detail.module.css'
import { StreamsCard } from './streams-card.tsx'

const SchedulesCard = lazyPart(async () => (await import('./schedules-card.tsx')).SchedulesCard)

export function DetailTab({ instance }: { instance: InstanceDetail }) {
  const params = { id: instance.solution_id, n: instance.version_num }
  const version = useQuery(q(readVersion, { params }))
  const forms = version.data ? pipelineForms(draftOf(instance), version.data) : []
  return (
    <div className={layout.columns}>
      <div className={classNames(layout.wide, layout.stack)}>
        <StreamsCard instance={instance} />
        <Suspense fallback={<SkeletonRows label="Loading schedules" rows={2} tall />}>
          <SchedulesCard instance={instance} />
        </Suspense>
        <Card title="Modes" flush>
          <div className={layout.inset}>
            <DefinitionList items={modesOf(instance, forms)} />
          </div>
        </Card>
        {forms
          .filter(({ on, filled }) => on && filled.fields.length > 0)
          .map(({ mode, filled }) => (
            <Card
              key={mode}
              title={mode === 'train' ? 'Default training parameters' : 'Default inference parameters'}
              flush
            >
              <ReceivedParameters label={`Parameters of ${mode}`} filled={filled} />
            </Card>
          ))}
      </div>
      <aside aria-label="About this instance" className={classNames(layout.narrow, layout.stack)}>
        <Card title="Tags" note={`${instance.tags.length} of ${limits.tags}`}>
          {instance.tags.length === 0 ? (
            <p className={text.muted}>No tags.</p>
          ) : (
            <div className={classNames(layout.wrap, styles.tags)}>
              {instance.tags.map(({ key, value }) => (
                <Tag key={key} name={key}>
                  {value}
                </Tag>
              ))}
            </div>
          )}
        </Card>
        <Card title={instance.coupled ? 'Coupled' : 'Decoupled'}>
          <p>{COUPLING_WORDS[instance.coupled ? 'coupled' : 'decoupled']}</p>
        </Card>
        <Card title="Instance" flush>
          <div className={layout.inset}>
            <DefinitionList
              items={[
                { term: 'Version', value: formatVersion(instance.version_num) },
                { term: 'Streams', value: formatNumber(instance.stream_count) },
                { term: 'Runs', value: formatNumber(instance.run_count) },
                {
                  term: 'Instance ID',
                  value: (
                    <>
                      <code className={text.mono}>{instance.id}</code>{' '}
                      <CopyButton text={instance.id} label="Copy instance ID" />
                    </>
                  ),
                },
              ]}
            />
          </div>
        </Card>
      </aside>
    </div>
  )
}

/** What is on, and what that means for its runs. */
function modesOf({ modes }: InstanceDetail, forms: readonly PipelineForm[]): Definition[] {
  const off = <span className={text.muted}>off</span>
  const wrangler = modes.data_wrangler
  const on = forms.filter((form) => form.on)
  return [
    ...MODES.map((mode) => {
      const form = on.find((one) => one.mode === mode)
      return { term: MODE_NAMES[mode], value: form ? pipelineText(form) : off }
    }),
    { term: 'Resource', value: on.map(tierText).join(' · ') },
    { term: 'Pipeline', value: modes.pipeline ?? off },
    {
      term: 'Data Wrangler',
      value: wrangler
        ? `code ${wrangler.code_uri || 'from version'}, data ${wrangler.dataset_uri || 'from version'}`
        : off,
    },
    { term: 'Dev Mode', value: modes.dev ? 'on' : off },
  ]
}

const CHOSEN_BY: Record<TierChooser, string> = {
  run: 'from run',
  instance: 'from instance',
  version: 'from version',
  default: 'default',
}

/** 'Train: Low (from instance)' */
function tierText({ mode, tier: { tier, by } }: PipelineForm): string {
  return `${MODE_NAMES[mode]}: ${tierLabels[tier]} (${CHOSEN_BY[by]})`
}

/** 'on, 8 parameters, 2 of them changed' */
function pipelineText({ filled: { fields } }: PipelineForm): string {
  if (fields.length === 0) return 'on, no parameters'
  const changed = fields.filter((field) => field.changed).length
  return `on, ${countOf(fields.length, 'parameter')}${changed > 0 ? `, ${changed} of them changed` : ''}`
}
