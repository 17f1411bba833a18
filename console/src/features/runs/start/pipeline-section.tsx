import { stepsOf } from '@podium/contract/metadata-pipeline.ts'
import type { Run as PastRun } from '@podium/contract/runs.ts'
import type { readEngine } from '@podium/contract/system.ts'
import { TIERS, type Tier, tierLabels } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatVersion } from '../../../format/version.ts'
import text from '../../../theme/text.module.css'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { OptionRows } from '../../../ui/form/option-rows.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import {
  givenSentence,
  impossible,
  limitSentence,
  type TierPlan,
  typeSentence,
} from '../components/tier-words.ts'
import { useInstanceTypes } from '../components/use-instance-types.ts'
import styles from './new-run.module.css'
import type { LeftBehind } from './run-problems.ts'
import { modelOf, type Run, type RunDraft, type Target } from './run-state.ts'

interface PipelineSectionProps {
  draft: RunDraft
  run: Run
  target: Target
  left: LeftBehind
  /** training runs of the solution that left a model, newest first; undefined where none is needed */
  models: readonly PastRun[] | undefined
  problem: string | undefined
  choose: (part: Partial<RunDraft>) => void
}

/** The pipeline of the version, and the model that it uses. */
export function PipelineSection(props: PipelineSectionProps) {
  const { draft, run, target, left, models, problem, choose } = props
  const steps = stepsOf(run.pipeline)
  const newest = target.stream?.newest_model ?? ''
  const ofStream = { value: '', label: `Newest of the stream, ${formatVersion(newest)}` }
  return (
    <FormSection title="Pipeline">
      <div className={styles.choice}>
        <SegmentedControl
          label="Pipeline"
          value={run.mode}
          onChange={(pipeline) => choose({ pipeline })}
          segments={run.modes.map((value) => ({ value, label: value }))}
        />
        <p className={text.sub}>
          {steps.length > 0 && `${steps.length === 1 ? 'Step' : 'Steps'} ${steps.join(', ')}. `}
          {run.mode === 'train' ? 'Leaves a model when it succeeds.' : 'Leaves its results as artifacts.'}
        </p>
        <LiveNote>{left.pipeline}</LiveNote>
      </div>
      {models && (
        <>
          <SelectField
            label="Model"
            value={modelOf(draft, target)}
            error={problem}
            {...(newest === '' && { placeholder: 'Choose a model' })}
            options={[
              ...(newest === '' ? [] : [ofStream]),
              ...models.map((past) => ({
                value: past.id,
                label: `${formatVersion(past.model_version)} from ${past.name}, ${formatDateTime(past.ended_at)}`,
              })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              choose({ model: value === '' ? null : { run: value, solution: target.solution?.id ?? '' } })
            }
            help={
              models.length === 0 && newest === ''
                ? 'No training run has succeeded yet: train first.'
                : undefined
            }
          />
          <LiveNote>{left.model}</LiveNote>
        </>
      )}
    </FormSection>
  )
}

/** What of the choices does not count here; read out when it appears. */
export function LiveNote({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <Note tone="info" live>
      {children}
    </Note>
  )
}

interface TierSectionProps {
  plan: TierPlan
  /** the tiers that are set in the workspace */
  tiers: Workspace['execution_specs']
  engine: ReplyOf<typeof readEngine> | undefined
  choose: (part: Partial<RunDraft>) => void
}

/** The tiers with the instance type of each; one that is not set in the workspace cannot be chosen. */
export function TierSection({ plan, tiers, engine, choose }: TierSectionProps) {
  const types = useInstanceTypes(tiers)
  const sentence = givenSentence(plan)
  return (
    <FormSection title="Tier">
      <OptionRows<Tier>
        legend="Tier"
        value={plan.given ?? undefined}
        onChange={(tier) => choose({ tier })}
        options={TIERS.map((tier) => {
          const instance = tiers.find(({ name }) => name === tier)?.instance
          const type = instance === undefined ? undefined : types.get(instance)
          return {
            value: tier,
            title: tierLabels[tier],
            sub: [typeSentence(type), limitSentence(type, engine)].filter(Boolean).join('; '),
            amount: instance,
            reason: instance === undefined ? 'Not set in this workspace' : impossible(tier, type, engine),
          }
        })}
      />
      {sentence !== null && <Note tone={plan.given === plan.asked ? 'info' : 'warn'}>{sentence}</Note>}
    </FormSection>
  )
}
