import { readEngine } from '@podium/contract/system.ts'
import { TIERS, type Tier, tierLabels } from '@podium/contract/tiers.ts'
import { readWorkspace } from '@podium/contract/workspaces.ts'
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
import { MODE_NAMES } from './instance-changes.ts'
import type { PipelineForm } from './instance-draft.ts'
import type { InstanceFormState } from './use-instance-form.tsx'

/** The tiers of the workspace and what this machine has; undefined until they are read. */
export function useOffered(workspace_id: string) {
  const workspace = useQuery(q(readWorkspace, { query: { workspace_id } }))
  const engine = useQuery(q(readEngine))
  return { set: workspace.data?.execution_specs, engine: engine.data }
}

/** A tier for each pipeline that is on, with what it stands for and what it gets. */
export function TierFields({ form }: { form: InstanceFormState }) {
  const { values, change, errors } = form
  const offered = useOffered(form.workspace_id)
  const { engine, set = [] } = offered
  const pipelines = form.forms.filter(({ on }) => on)
  const isWaiting = offered.set === undefined
  const types = useInstanceTypes(set)
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
          label={`${MODE_NAMES[pipeline.mode]} tier`}
          value={values.tiers[pipeline.mode]}
          error={errors[`tiers.${pipeline.mode}`]}
          disabled={isWaiting}
          placeholder={isWaiting ? 'Loading the tiers' : usualText(pipeline)}
          options={isWaiting ? [] : TIERS.map(optionOf)}
          help={isWaiting ? undefined : helpOf(pipeline)}
          onChange={({ currentTarget }) =>
            change({ tiers: { ...values.tiers, [pipeline.mode]: currentTarget.value as Tier | '' } })
          }
        />
      ))}
    </div>
  )
}

function usualText({ usualTier: { tier, by } }: PipelineForm): string {
  return `${by === 'instance' ? 'As it was made' : "The version's own"}, ${tierLabels[tier]}`
}
