import { formatVersion } from '../../../format/version.ts'
import layout from '../../../theme/layout.module.css'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { ChangeDraft, FormProblems } from './form-parts.ts'
import { type Offer, type Place, whyNotServing } from './run-plan.ts'
import type { RunNames } from './use-run-names.ts'

interface NewStreamFieldsProps {
  place: Place
  offer: Offer
  change: ChangeDraft
  problems: FormProblems
  names: RunNames
}

export function NewStreamFields({ place, offer, change, problems, names }: NewStreamFieldsProps) {
  return (
    <div className={layout.two}>
      <SelectField
        label="Instance"
        value={place.instance?.id ?? ''}
        error={problems.instance}
        placeholder="Choose an instance"
        options={offer.instances.map((one) => {
          const why = whyNotServing(one)
          const version = `${one.solution_name} ${formatVersion(one.version_num)}`
          const label = `${one.name} (${why ? `${version}, ${why}` : version})`
          return { value: one.id, label, disabled: why !== undefined }
        })}
        onChange={(event) => change({ instance: event.currentTarget.value })}
        help="Drafts, and coupled instances that have their stream, take no other."
      />
      <TextField
        label="Stream name"
        value={place.stream_name}
        error={problems.stream_name ?? names.stream.error}
        good={names.stream.good}
        onChange={(event) => change({ stream_name: event.currentTarget.value })}
        help={`Its runs are named ${place.stream_name || 'name'}-1, -2 and so on.`}
      />
    </div>
  )
}
