import { formatDateTime } from '../../../format/date-time.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import type { ChangeDraft, FormProblems } from './form-parts.ts'
import { NewInstanceFields } from './new-instance-fields.tsx'
import { NewStreamFields } from './new-stream-fields.tsx'
import type { Offer, Place } from './run-plan.ts'
import type { RunNames } from './use-run-names.ts'

interface TargetSectionProps {
  place: Place
  offer: Offer
  change: ChangeDraft
  problems: FormProblems
  names: RunNames
}

/** The stream the run belongs to: one there is, or one that is made with it. */
export function TargetSection({ place, offer, change, problems, names }: TargetSectionProps) {
  return (
    <FormSection title="Stream">
      <SegmentedControl
        label="Stream"
        value={place.target}
        onChange={(target) => change({ target })}
        segments={[
          { value: 'stream', label: 'Existing stream' },
          { value: 'new-stream', label: 'New stream' },
          { value: 'new-instance', label: 'New instance' },
        ]}
      />
      {place.target === 'stream' && (
        <ExistingStream place={place} offer={offer} change={change} problems={problems} />
      )}
      {place.target === 'new-stream' && (
        <NewStreamFields place={place} offer={offer} change={change} problems={problems} names={names} />
      )}
      {place.target === 'new-instance' && (
        <NewInstanceFields place={place} offer={offer} change={change} problems={problems} names={names} />
      )}
    </FormSection>
  )
}

function ExistingStream(props: Omit<TargetSectionProps, 'names'>) {
  const { offer, change, problems } = props
  const { stream } = props.place
  return (
    <SelectField
      label="Stream"
      value={stream?.id ?? ''}
      error={problems.stream}
      {...(offer.streams.length === 0 && { placeholder: 'This workspace has no stream yet' })}
      options={offer.streams.map((one) => ({
        value: one.id,
        label: `${one.name} (${one.instance_name}, ${one.solution_name} ${formatVersion(one.version_num)})`,
      }))}
      onChange={(event) => change({ stream: event.currentTarget.value })}
      help={
        stream &&
        [
          `Instance ${stream.instance_name}, ${stream.solution_name} ${formatVersion(stream.version_num)}.`,
          stream.run_count === 0
            ? 'No runs yet.'
            : `${countOf(stream.run_count, 'run')}, the last ${formatDateTime(stream.last_run_at)}.`,
          stream.newest_model === '' ? '' : `Newest model ${formatVersion(stream.newest_model)}.`,
        ].join(' ')
      }
    />
  )
}
