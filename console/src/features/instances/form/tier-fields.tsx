import type { ReplyOf } from '@podium/contract/call.ts'
import type { Mode } from '@podium/contract/metadata.ts'
import { readEngine } from '@podium/contract/system.ts'
import { TIERS, type Tier, tierLabels } from '@podium/contract/tiers.ts'
import { readWorkspace, type Workspace } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { SelectField } from '../../../ui/form/select.tsx'
import {
  givenSentence,
  impossible,
  limitSentence,
  tierPlan,
  typeSentence,
} from '../../runs/components/tier-words.ts'
import { useInstanceTypes } from '../../runs/components/use-instance-types.ts'
import type { PipelineForm } from './instance-draft.ts'
import type { InstanceFormState } from './use-instance-form.tsx'

/** What runs can get here. */
export interface Offered {
  /** undefined until it was read */
  set: Workspace['execution_specs'] | undefined
  engine: ReplyOf<typeof readEngine> | undefined
}

/** The tiers of the workspace and what this machine has, as far as they are known yet. */
export function useOffered(workspace_id: string): Offered {
  const workspace = useQuery(q(readWorkspace, { query: { workspace_id } }))
  const engine = useQuery(q(readEngine))
  return { set: workspace.data?.execution_specs, engine: engine.data }
}

interface TierFieldsProps {
  form: InstanceFormState
  /** those that are on */
  pipelines: readonly PipelineForm[]
  offered: Offered
}

const LABELS: Record<Mode, string> = { train: 'Train tier', inference: 'Inference tier' }

/** A tier for each pipeline, with what it stands for and what it gets. */
export function TierFields({ form, pipelines, offered }: TierFieldsProps) {
  const { engine, set = [] } = offered
  const isWaiting = offered.set === undefined
  const types = useInstanceTypes(set)
  const { values, change, errors } = form
  const instanceOf = (tier: Tier) => set.find(({ name }) => name === tier)?.instance

  function optionOf(tier: Tier) {
    const instance = instanceOf(tier)
    const why =
      instance === undefined ? 'not set in this workspace' : impossible(tier, types.get(instance), engine)
    const label = why ?? instance
    return { value: tier, label: `${tierLabels[tier]} (${label})`, disabled: why !== undefined }
  }
  function helpOf({ mode, tier, usualTier }: PipelineForm): string {
    const plan = tierPlan(values.tiers[mode] ? { ...tier, by: 'run' } : usualTier, set)
    const type = types.get((plan.given && instanceOf(plan.given)) ?? '')
    return [typeSentence(type), limitSentence(type, engine), givenSentence(plan)].filter(Boolean).join('; ')
  }
  if (pipelines.length === 0) return <p className={text.muted}>No pipeline is on.</p>
  return (
    <div className={layout.two}>
      {pipelines.map((pipeline) => (
        <SelectField
          key={pipeline.mode}
          label={LABELS[pipeline.mode]}
          value={values.tiers[pipeline.mode] ?? ''}
          error={errors[`tiers.${pipeline.mode}`]}
          disabled={isWaiting}
          placeholder={isWaiting ? 'Loading the tiers' : usualText(pipeline)}
          options={isWaiting ? [] : TIERS.map(optionOf)}
          help={isWaiting ? undefined : helpOf(pipeline)}
          onChange={({ currentTarget: { value } }) => {
            const { [pipeline.mode]: _, ...others } = values.tiers
            const tier = TIERS.find((name) => name === value)
            change({ tiers: { ...others, ...(tier && { [pipeline.mode]: tier }) } })
          }}
        />
      ))}
    </div>
  )
}

function usualText({ usualTier: { tier, by } }: PipelineForm): string {
  return `${by === 'instance' ? 'As it was made' : "The version's own"}, ${tierLabels[tier]}`
}
