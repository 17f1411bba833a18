import type { TierChooser } from '@podium/contract/choices.ts'
import type { Instance } from '@podium/contract/instances.ts'
import { tierLabels } from '@podium/contract/tiers.ts'
import type { ReactNode } from 'react'
import { countOf } from '../../../format/number.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import type { PipelineForm } from '../form/instance-draft.ts'
import styles from './detail.module.css'

interface ModesCardProps {
  instance: Instance
  /** of the pipelines that the version has; none as long as they are not known */
  forms: readonly PipelineForm[]
}

/** What is on, and what that means for its runs. */
export function ModesCard({ instance: { modes }, forms }: ModesCardProps) {
  const off = <span className={styles.quiet}>off</span>
  const tiers = forms.filter((form) => form.on).map(tierText)
  const wrangler = modes.data_wrangler
  const items: { term: string; value: ReactNode }[] = [
    { term: 'Train', value: pipelineText(forms, 'train') ?? off },
    { term: 'Inference', value: pipelineText(forms, 'inference') ?? off },
    { term: 'Resource', value: tiers.join(', ') },
    { term: 'Pipeline', value: modes.pipeline ?? off },
    {
      term: 'Data Wrangler',
      value: wrangler
        ? `code ${wrangler.code_uri || "the version's own"}, data ${wrangler.dataset_uri || "the version's own"}`
        : off,
    },
    { term: 'Dev Mode', value: modes.dev ? 'on' : off },
  ]
  return (
    <Card title="Modes" flush>
      <div className={styles.facts}>
        <DefinitionList items={items} />
      </div>
    </Card>
  )
}

const ASKED_BY: Record<TierChooser, string> = {
  run: 'the run',
  instance: 'the instance',
  version: 'the version',
  nobody: 'the usual one',
}

/** 'train Low (the instance)' */
function tierText({ mode, tier: { tier, by } }: PipelineForm): string {
  return `${mode} ${tierLabels[tier]} (${ASKED_BY[by]})`
}

/** 'on, 8 parameters, 2 of them changed'; undefined for off. */
function pipelineText(forms: readonly PipelineForm[], mode: PipelineForm['mode']): string | undefined {
  const form = forms.find((one) => one.mode === mode)
  if (!form?.on) return undefined
  const { fields } = form.filled
  if (fields.length === 0) return 'on, no parameters'
  const changed = fields.filter((field) => field.changed).length
  return `on, ${countOf(fields.length, 'parameter')}${changed > 0 ? `, ${changed} of them changed` : ''}`
}
