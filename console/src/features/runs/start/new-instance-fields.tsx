import type { Solution } from '@podium/contract/solutions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatVersion } from '../../../format/version.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { ChangeDraft, FormProblems, Remember } from './form-parts.ts'
import { ManySelect } from './many-select.tsx'
import type { Offer, Place } from './run-plan.ts'
import { solutionsPage } from './use-offer.ts'
import type { RunNames } from './use-run-names.ts'

interface NewInstanceFieldsProps {
  place: Place
  offer: Offer
  change: ChangeDraft
  remember: Remember
  problems: FormProblems
  names: RunNames
}

/** A solution version gets an instance and its first stream in one go. */
export function NewInstanceFields(props: NewInstanceFieldsProps) {
  const { place, offer, change, remember, problems, names } = props
  const { id: ws } = useWorkspace()
  const [text, setText] = useState('')
  const solution = offer.solutions.find(({ id }) => id === place.solution?.id) ?? null
  const { data } = useQuery({ ...solutionsPage(ws, text), placeholderData: keepPreviousData })
  return (
    <div className={layout.two}>
      <ManySelect
        label="AI solution"
        kind="AI solution"
        chosen={solution}
        page={data?.solutions ?? []}
        total={data?.total ?? 0}
        text={text}
        onText={setText}
        error={problems.solution}
        optionOf={({ id, name }) => ({ value: id, label: name })}
        onChoose={(one) => {
          remember({ solutions: [one] })
          change({ solution: one.id, version: null })
        }}
      />
      <SelectField
        label="Version"
        value={String(place.version_num ?? '')}
        options={versionsOf(solution, place).map((version_num, at) => ({
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

/** The newest, and the one that is named where it is older than they are. */
function versionsOf(solution: Solution | null, { version_num }: Place): number[] {
  const newest = (solution?.versions ?? []).map((version) => version.version_num)
  return version_num === null || newest.includes(version_num) ? newest : [...newest, version_num]
}
