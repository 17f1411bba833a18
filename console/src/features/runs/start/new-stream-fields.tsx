import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatVersion } from '../../../format/version.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { ChangeDraft, FormProblems, Remember } from './form-parts.ts'
import { ManySelect } from './many-select.tsx'
import { type Place, whyNotServing } from './run-plan.ts'
import { instancesPage } from './use-offer.ts'
import type { RunNames } from './use-run-names.ts'

interface NewStreamFieldsProps {
  place: Place
  change: ChangeDraft
  remember: Remember
  problems: FormProblems
  names: RunNames
}

export function NewStreamFields({ place, change, remember, problems, names }: NewStreamFieldsProps) {
  const { id: ws } = useWorkspace()
  const [text, setText] = useState('')
  const { data } = useQuery({ ...instancesPage(ws, text), placeholderData: keepPreviousData })
  return (
    <div className={layout.two}>
      <ManySelect
        label="Instance"
        kind="instance"
        chosen={place.instance}
        page={data?.instances ?? []}
        total={data?.total ?? 0}
        text={text}
        onText={setText}
        error={problems.instance}
        optionOf={(one) => {
          const why = whyNotServing(one)
          const version = `${one.solution_name} ${formatVersion(one.version_num)}`
          const label = `${one.name} (${why ? `${version}, ${why}` : version})`
          return { value: one.id, label, disabled: why !== undefined }
        }}
        onChoose={(one) => {
          remember({ instances: [one] })
          change({ instance: one.id })
        }}
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
