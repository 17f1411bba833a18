import { readEngine } from '@podium/contract/calls/system.ts'
import { readWorkspace } from '@podium/contract/calls/workspaces.ts'
import { TIERS, type Tier, tierLabels } from '@podium/contract/rules/tiers.ts'
import { MODES, type Mode } from '@podium/contract/solution-metadata/modes.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import fieldStyles from '../../../ui/form/field.module.css'
import { FieldMessage } from '../../../ui/form/field.tsx'
import { FormSection } from '../../../ui/form/form-frame.tsx'
import { SelectField } from '../../../ui/form/select.tsx'
import { SwitchCard } from '../../../ui/form/switch.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { allocationSentence, tierPlan, typeSentence } from '../../runs/components/tier-words.ts'
import { impossible, limitSentence } from '../../workspaces/components/tier-limits.ts'
import { useInstanceTypes } from '../../workspaces/components/use-instance-types.ts'
import { MODE_NAMES } from './instance-changes.ts'
import type { PipelineForm } from './instance-draft.ts'
import { PipelineParameters } from './pipeline-parameters.tsx'
import type { InstanceFormState } from './use-instance-form.tsx'

const ALLOWED: Record<Mode, string> = { train: 'Allow training.', inference: 'Allow inference.' }
const ADDRESS = { mono: true, autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const
const CODE_HELP =
  "An archive (.tar.gz) in the workspace's bucket, such as uploads/code.tar.gz. Leave it empty to use the version's code."
const DATA_HELP =
  "A folder or a file below datasets/, or data-sets/NAME@v1. Leave it empty to use the version's sample data."

/** The modes of the instance and how its runs run. Modes that are off show no fields. */
export function ModesSection({ form }: { form: InstanceFormState }) {
  const { values, errors, change, field } = form
  const { train, inference, pipeline } = values
  const on = form.forms.filter((one) => one.on)
  return (
    <FormSection title="Modes">
      <div className={layout.stackTight} data-invalid={errors.train === undefined ? undefined : true}>
        {MODES.map((mode) => {
          const offered = form.forms.find((one) => one.mode === mode)
          return (
            <SwitchCard
              key={mode}
              title={MODE_NAMES[mode]}
              sub={`${ALLOWED[mode]}${offered?.on ? ' Defaults for new runs:' : ''}`}
              on={offered?.on ?? false}
              // The pipelines are validated together with the choice of the one for runs that name none.
              onChange={(next) => change({ train, inference, pipeline, [mode]: next })}
              disabledReason={offered ? undefined : `This version has no ${mode} pipeline.`}
            >
              {offered && (
                <PipelineParameters
                  form={form}
                  mode={mode}
                  filled={offered.filled}
                  back="Back to the defaults"
                />
              )}
            </SwitchCard>
          )
        })}
        <div aria-live="polite" className={fieldStyles.messages}>
          {errors.train !== undefined && <FieldMessage tone="error">{errors.train}</FieldMessage>}
        </div>
        <SwitchCard
          title="Resource"
          sub="A tier for each pipeline, instead of the one that the version requests."
          on={values.resource}
          onChange={(resource) => change({ resource })}
        >
          <TierFields form={form} />
        </SwitchCard>
        <SwitchCard
          title="Pipeline"
          sub="The pipeline of runs that do not choose one."
          on={pipeline !== null}
          onChange={(next) => change({ pipeline: next ? (on[0]?.mode ?? 'train') : null })}
        >
          <SelectField
            label="Pipeline of its runs"
            value={pipeline ?? ''}
            error={errors.pipeline}
            options={form.forms.map(({ mode, on }) => ({
              value: mode,
              label: on ? MODE_NAMES[mode] : `${MODE_NAMES[mode]} (off)`,
              disabled: !on,
            }))}
            onChange={(event) => change({ pipeline: event.currentTarget.value as Mode })}
          />
        </SwitchCard>
        <SwitchCard
          title="Data Wrangler"
          sub="Code and data addresses to use instead of the version's."
          on={values.wrangler}
          onChange={(wrangler) => change({ wrangler })}
        >
          <TextField {...field('code_uri')} {...ADDRESS} label="Code address" help={CODE_HELP} />
          <TextField {...field('dataset_uri')} {...ADDRESS} label="Data address" help={DATA_HELP} />
        </SwitchCard>
        <SwitchCard
          title="Dev Mode"
          sub="Keeps the working directory of every run and logs at debug level."
          on={values.dev}
          onChange={(dev) => change({ dev })}
        />
      </div>
    </FormSection>
  )
}

/** A tier for each pipeline that is on, with its instance type and what a run gets. */
function TierFields({ form }: { form: InstanceFormState }) {
  const { values, change, errors } = form
  const workspace = useQuery(q(readWorkspace, { query: { workspace_id: form.workspace_id } }))
  const { data: engine } = useQuery(q(readEngine))
  const { execution_specs: set = [] } = workspace.data ?? {}
  const pipelines = form.forms.filter(({ on }) => on)
  const isWaiting = workspace.data === undefined
  const types = useInstanceTypes(set)
  const instanceOf = (tier: Tier) => set.find(({ name }) => name === tier)?.instance

  function optionOf(tier: Tier) {
    const instance = instanceOf(tier)
    const reason =
      instance === undefined ? 'not set in this workspace' : impossible(tier, types.get(instance), engine)
    const label = reason ?? instance
    return { value: tier, label: `${tierLabels[tier]} (${label})`, disabled: reason !== undefined }
  }
  function helpOf({ mode, tier, usualTier }: PipelineForm): string {
    const plan = tierPlan(values.tiers[mode] ? { ...tier, by: 'run' } : usualTier, set)
    const type = types.get((plan.allocated && instanceOf(plan.allocated)) ?? '')
    return [typeSentence(type), limitSentence(type, engine), allocationSentence(plan)]
      .filter(Boolean)
      .join('; ')
  }
  if (pipelines.length === 0) return <p className={text.muted}>No pipeline is turned on.</p>
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
  return `${by === 'instance' ? 'As created' : "The version's own"}, ${tierLabels[tier]}`
}
