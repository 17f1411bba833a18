import { stepsOf } from '@podium/contract/metadata-pipeline.ts'
import type { Run as PastRun } from '@podium/contract/runs.ts'
import type { Stream } from '@podium/contract/streams.ts'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatVersion } from '../../../format/version.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import type { ChangeDraft, FormProblems } from './form-parts.ts'
import styles from './new-run.module.css'
import type { RunDraft } from './run-draft.ts'
import type { Run } from './run-plan.ts'

interface PipelineSectionProps {
  draft: RunDraft
  run: Run
  stream: Stream | null
  /** training runs of the solution that left a model, newest first; undefined where none is needed */
  models: readonly PastRun[] | undefined
  change: ChangeDraft
  problems: FormProblems
}

export function PipelineSection({ draft, run, stream, models, change, problems }: PipelineSectionProps) {
  const { mode, modes, pipeline } = run
  const newest = stream?.newest_model ?? ''
  return (
    <FormSection title="Pipeline">
      <div className={styles.choice}>
        <SegmentedControl
          label="Pipeline"
          value={mode}
          onChange={(chosen) => change({ pipeline: chosen, given: {} })}
          segments={modes.map((value) => ({ value, label: value }))}
        />
        <p className={styles.help}>
          {stepsOf(pipeline).length > 0 && `Steps ${stepsOf(pipeline).join(', ')}. `}
          {mode === 'train' ? 'Leaves a model when it succeeds.' : 'Leaves its results as artifacts.'}
        </p>
      </div>
      {models && (
        <SelectField
          label="Model"
          value={draft.model}
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
          onChange={(event) => change({ model: event.currentTarget.value })}
          help={
            models.length === 0 && newest === ''
              ? 'No training run has succeeded yet: train first.'
              : undefined
          }
        />
      )}
    </FormSection>
  )
}
