import { formatVersion } from '../../../format/version.ts'
import layout from '../../../theme/layout.module.css'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { ChangeDraft, FormProblems } from './form-parts.ts'
import type { Offer, Place } from './run-plan.ts'
import type { RunNames } from './use-run-names.ts'

interface NewInstanceFieldsProps {
  place: Place
  offer: Offer
  change: ChangeDraft
  problems: FormProblems
  names: RunNames
}

/** A solution version gets an instance and its first stream in one go. */
export function NewInstanceFields({ place, offer, change, problems, names }: NewInstanceFieldsProps) {
  const solution = offer.solutions.find(({ id }) => id === place.solution?.id)
  return (
    <div className={layout.two}>
      <SelectField
        label="AI solution"
        value={solution?.id ?? ''}
        options={offer.solutions.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => change({ solution: event.currentTarget.value, version: null })}
      />
      <SelectField
        label="Version"
        value={String(place.version_num ?? '')}
        options={(solution?.versions ?? []).map(({ version_num }, at) => ({
          value: String(version_num),
          label: `${formatVersion(version_num)}${at === 0 ? ', newest' : ''}`,
        }))}
        onChange={(event) =>
          change({ solution: solution?.id ?? '', version: Number(event.currentTarget.value) })
        }
      />
      <TextField
        label="Instance name"
        value={place.instance_name}
        error={problems.instance_name ?? names.instance.error}
        good={names.instance.good}
        onChange={(event) => change({ instance_name: event.currentTarget.value })}
        help="The instance keeps this version under a name; it may serve several streams."
      />
      <TextField
        label="Stream name"
        value={place.stream_name}
        error={problems.stream_name}
        onChange={(event) => change({ stream_name: event.currentTarget.value })}
        help={`Its runs are named ${place.stream_name || 'name'}-1, -2 and so on.`}
      />
    </div>
  )
}
