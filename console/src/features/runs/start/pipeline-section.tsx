import type { Model } from '@podium/contract/calls/models.ts'
import { networkIsOpen } from '@podium/contract/rules/run-settings.ts'
import { TIERS, type Tier, tierLabels } from '@podium/contract/rules/tiers.ts'
import { stepsOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatVersion } from '../../../format/version.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormSection } from '../../../ui/form/form-frame.tsx'
import { OptionRows } from '../../../ui/form/options.tsx'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'
import { SelectField } from '../../../ui/form/select.tsx'
import { sizeOf } from '../../workspaces/components/instance-types.ts'
import { impossible, limitSentence } from '../../workspaces/components/tier-limits.ts'
import { useInstanceTypes } from '../../workspaces/components/use-instance-types.ts'
import { ParameterFields } from '../components/parameters/parameter-fields.tsx'
import type { FilledField } from '../components/parameters/parameter-values.ts'
import { allocationSentence, tierPlan, typeSentence } from '../components/tier-words.ts'
import { modelOf } from './run-state.ts'
import type { NewRun, SectionProps } from './use-new-run.ts'

/** Chooses the pipeline of the version, and the model for inference. */
export function PipelineSection({ form, run, problems }: SectionProps) {
  const { draft, target, left, models, choose } = form
  const steps = stepsOf(run.pipeline)
  const newest = target.stream?.newest_model ?? ''
  const isUntrained = models?.length === 0 && newest === ''
  const ofStream = { value: '', label: newestWords(newest) }
  return (
    <FormSection title="Pipeline">
      <div className={layout.stackTight}>
        <SegmentedControl
          label="Pipeline"
          value={run.mode}
          onChange={(pipeline) => choose({ pipeline })}
          segments={run.modes.map((value) => ({ value, label: value }))}
        />
        <p className={text.sub}>
          {steps.length > 0 && `${steps.length === 1 ? 'Step' : 'Steps'} ${steps.join(', ')}. `}
          {run.mode === 'train' ? 'Produces a model when it succeeds.' : 'Stores its results as artifacts.'}
        </p>
        <LiveNote>{left?.pipeline}</LiveNote>
      </div>
      {models && (
        <>
          <SelectField
            label="Model"
            value={modelOf(draft, target)}
            error={problems.model}
            placeholder={newest === '' ? 'Choose a model' : undefined}
            options={[
              ...(newest === '' ? [] : [ofStream]),
              ...models.map((model) => ({ value: model.id, label: modelWords(model) })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              choose({ model: value === '' ? null : { run: value, solution: target.solution?.id ?? '' } })
            }
            help={
              isUntrained
                ? `No training of ${target.solution?.name} has produced a model yet: train first.`
                : undefined
            }
          />
          <LiveNote>{left?.model}</LiveNote>
        </>
      )}
    </FormSection>
  )
}

/** Returns the model of an inference run as its field names it; '' if there is none. */
export function modelText({ draft, target, models = [] }: NewRun): string {
  const chosen = models.find(({ id }) => id === modelOf(draft, target))
  const newest = target.stream?.newest_model ?? ''
  if (chosen) return modelWords(chosen)
  return newest === '' ? '' : newestWords(newest)
}

function newestWords(newest: string): string {
  return `Newest of the stream, ${formatVersion(newest)}`
}

/** Returns 'line-3 v 3.7, champion, 2026/11/20 08:12', with the stream's name because the models are of several. */
function modelWords({ name, aliases, created_at }: Model): string {
  return [name, ...aliases.map((alias) => alias.name), formatDateTime(created_at)].join(', ')
}

/** The parameters of the run, with the server's refusals and a button that restores the version's defaults. */
export function ParametersSection({ form, fields }: { form: NewRun; fields: readonly FilledField[] }) {
  const { dispatch, left } = form
  const isChanged = fields.some(({ touched, changed }) => touched || changed)
  return (
    <FormSection
      title="Parameters"
      trailing={
        isChanged && (
          <TextButton onClick={() => dispatch({ type: 'use defaults' })}>Back to the defaults</TextButton>
        )
      }
    >
      <LiveNote>{left?.parameters}</LiveNote>
      <ParameterFields fields={fields} onEntry={(key, entry) => dispatch({ type: 'enter', key, entry })} />
    </FormSection>
  )
}

/** Says which choices do not apply here. Announced to screen readers when it appears. */
function LiveNote({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <Note tone="info" live>
      {children}
    </Note>
  )
}

/** Chooses a tier of the workspace, with the instance type of each, and names the limits that the engine ignores. */
export function TierSection({ form: { tiers, engine, choose }, run }: SectionProps) {
  const plan = tierPlan(run.choices.tier, tiers)
  const types = useInstanceTypes(tiers)
  const sentence = allocationSentence(plan)
  const instance = tiers.find(({ name }) => name === plan.allocated)?.instance
  const refusal = plan.allocated && impossible(plan.allocated, types.get(instance ?? ''), engine)
  const offered = TIERS.flatMap((tier) => tiers.filter(({ name }) => name === tier)).map(
    ({ name: tier, instance }) => {
      const type = types.get(instance)
      return {
        value: tier,
        title: tierLabels[tier],
        sub: [typeSentence(type), limitSentence(type, engine)].filter(Boolean).join('; '),
        amount: sizeOf(instance) ? undefined : instance,
        disabledReason: impossible(tier, type, engine),
      }
    },
  )
  const isShown = ({ value, disabledReason }: (typeof offered)[number]) =>
    disabledReason === undefined || value === plan.allocated
  const shown = offered.filter(isShown)
  return (
    <FormSection title="Tier">
      {shown.length > 0 && (
        <OptionRows<Tier>
          legend="Tier"
          value={plan.allocated ?? undefined}
          onChange={(tier) => choose({ tier })}
          options={shown}
        />
      )}
      {leftOut(offered.filter((tier) => !isShown(tier))).map((words) => (
        <p key={words} className={text.sub}>
          {words}
        </p>
      ))}
      {sentence !== null && <Note tone={plan.allocated === plan.asked ? 'info' : 'warn'}>{sentence}</Note>}
      {refusal && plan.allocated && (
        <Note tone="warn">
          {tierLabels[plan.allocated]}: {refusal} Choose another tier.
        </Note>
      )}
      {engine && !engine.heeds.includes('network') && <Note tone="warn">{networkIsOpen}</Note>}
    </FormSection>
  )
}

/** Groups the unavailable tiers by reason: 'High-GPU, Low-GPU: No run gets a GPU on this machine.' */
function leftOut(tiers: readonly { title: string; disabledReason: string | undefined }[]): string[] {
  const reasons = new Set(tiers.map(({ disabledReason }) => disabledReason))
  return [...reasons].map((reason) => {
    const alike = tiers.filter(({ disabledReason }) => disabledReason === reason)
    return `${alike.map(({ title }) => title).join(', ')}: ${reason}`
  })
}
