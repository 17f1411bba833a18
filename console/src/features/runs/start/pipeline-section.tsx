import { stepsOf } from '@podium/contract/metadata-pipeline.ts'
import type { Run as PastRun } from '@podium/contract/runs.ts'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatVersion } from '../../../format/version.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import type { ChangeDraft, FormProblems } from './form-parts.ts'
import type { LeftBehind } from './left-behind.ts'
import styles from './new-run.module.css'
import type { RunDraft } from './run-draft.ts'
import { modelOf, type Place, type Run } from './run-plan.ts'

interface PipelineSectionProps {
  draft: RunDraft
  run: Run
  place: Place
  left: LeftBehind
  /** training runs of the solution that left a model, newest first; undefined where none is needed */
  models: readonly PastRun[] | undefined
  change: ChangeDraft
  problems: FormProblems
}

export function PipelineSection(props: PipelineSectionProps) {
  const { draft, run, place, left, models, change, problems } = props
  const { mode, modes, pipeline } = run
  const newest = place.stream?.newest_model ?? ''
  const steps = stepsOf(pipeline)
  return (
    <FormSection title="Pipeline">
      <div className={styles.choice}>
        <SegmentedControl
          label="Pipeline"
          value={mode}
          onChange={(chosen) => change({ pipeline: chosen })}
          segments={modes.map((value) => ({ value, label: value }))}
        />
        <p className={styles.help}>
          {steps.length > 0 && `${steps.length === 1 ? 'Step' : 'Steps'} ${steps.join(', ')}. `}
          {mode === 'train' ? 'Leaves a model when it succeeds.' : 'Leaves its results as artifacts.'}
        </p>
        {left.pipeline !== undefined && (
          <Note tone="info" live>
            {left.pipeline}
          </Note>
        )}
      </div>
      {models && (
        <SelectField
          label="Model"
          value={modelOf(draft, place)}
          error={problems.model}
          {...(newest === '' && { placeholder: 'Choose a model' })}
          options={[
            ...(newest === ''
              ? []
              : [{ value: '', label: `Newest of the stream, ${formatVersion(newest)}` }]),
            ...models.map((past) => ({
              value: past.id,
              label: `${formatVersion(past.model_version)} from ${past.name}, ${formatDateTime(past.ended_at)}`,
            })),
          ]}
          onChange={(event) => change({ model: chosenModel(event.currentTarget.value, place) })}
          help={
            models.length === 0 && newest === ''
              ? 'No training run has succeeded yet: train first.'
              : undefined
          }
        />
      )}
      {models && left.model !== undefined && (
        <Note tone="info" live>
          {left.model}
        </Note>
      )}
    </FormSection>
  )
}

function chosenModel(run: string, { solution }: Place): RunDraft['model'] {
  return run === '' ? null : { run, solution: solution?.id ?? '' }
}
