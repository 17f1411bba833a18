import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '../../../format/date-time.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import type { ChangeDraft, FormProblems, Remember } from './form-parts.ts'
import { ManySelect } from './many-select.tsx'
import { NewInstanceFields } from './new-instance-fields.tsx'
import { NewStreamFields } from './new-stream-fields.tsx'
import type { Offer, Place } from './run-plan.ts'
import { streamsPage } from './use-offer.ts'
import type { RunNames } from './use-run-names.ts'

export interface TargetSectionProps {
  place: Place
  offer: Offer
  change: ChangeDraft
  remember: Remember
  problems: FormProblems
  names: RunNames
}

/** The stream the run belongs to: one there is, or one that is made with it. */
export function TargetSection(props: TargetSectionProps) {
  const { place, change } = props
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
      {place.target === 'stream' && <ExistingStream {...props} />}
      {place.target === 'new-stream' && <NewStreamFields {...props} />}
      {place.target === 'new-instance' && <NewInstanceFields {...props} />}
    </FormSection>
  )
}

function ExistingStream({ place: { stream }, change, remember, problems }: TargetSectionProps) {
  const { id: ws } = useWorkspace()
  const [text, setText] = useState('')
  const { data } = useQuery({ ...streamsPage(ws, text), placeholderData: keepPreviousData })
  return (
    <ManySelect
      label="Stream"
      kind="stream"
      chosen={stream}
      page={data?.streams ?? []}
      total={data?.total ?? 0}
      text={text}
      onText={setText}
      error={problems.stream}
      {...(data?.total === 0 && text === '' && { placeholder: 'This workspace has no stream yet' })}
      optionOf={(one) => ({
        value: one.id,
        label: `${one.name} (${one.instance_name}, ${one.solution_name} ${formatVersion(one.version_num)})`,
      })}
      onChoose={(one) => {
        remember({ streams: [one] })
        change({ stream: one.id })
      }}
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
