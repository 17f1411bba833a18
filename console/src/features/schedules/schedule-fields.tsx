import { listModels } from '@podium/contract/calls/models.ts'
import { listStreams, readStream } from '@podium/contract/calls/streams.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/query.ts'
import { formatVersion } from '../../format/version.ts'
import { ManySelect } from '../../record/many-select.tsx'
import layout from '../../theme/layout.module.css'
import { classNames } from '../../ui/class-names.ts'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { SelectField } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { Fields } from '../../ui/form/use-fields.ts'
import styles from './schedule-fields.module.css'
import { MISSED_WORDS, RUNNING_WORDS, type ScheduleValues } from './schedule-values.ts'

const PRESETS: readonly (readonly [string, string])[] = [
  ['0 * * * *', 'Every hour'],
  ['0 6 * * *', 'Every day at 06:00'],
  ['0 6 * * 1-5', 'Mon to Fri at 06:00'],
  ['0 6 * * 1', 'Every Monday at 06:00'],
  ['0 6 1 * *', '1st of the month at 06:00'],
]

const PIPELINES = ['train', 'inference'].map((value) => ({ value, label: value }))

interface ScheduleFieldsProps {
  form: Pick<Fields<ScheduleValues>, 'values' | 'errors' | 'field' | 'change'>
  workspaceId: string
  /** whether a schedule is edited, which cannot change its stream */
  isEdit?: boolean
}

export function ScheduleFields({ form, workspaceId: workspace_id, isEdit = false }: ScheduleFieldsProps) {
  const { values, errors, field, change } = form
  const params = { id: values.stream_id }
  const { data: stream } = useQuery({ ...q(readStream, { params }), enabled: values.stream_id !== '' })
  return (
    <>
      <div className={layout.two}>
        <ManySelect
          label="Stream"
          noun="stream"
          placeholder="Choose a stream"
          error={errors.stream_id}
          disabled={isEdit}
          chosen={stream?.id === values.stream_id ? stream : null}
          queryOf={(typed) => streamsPage(workspace_id, typed)}
          rowsOf={({ streams }) => streams}
          optionOf={({ id, name, solution_name, version_num }) => ({
            value: id,
            label: `${name}, ${solution_name} ${formatVersion(version_num)}`,
          })}
          onChoose={({ id }) => change({ stream_id: id })}
        />
        <SelectField {...field('pipeline')} label="Pipeline" options={PIPELINES} />
      </div>
      {values.pipeline === 'inference' && (
        <ModelField form={form} workspaceId={workspace_id} solutionId={stream?.solution_id} />
      )}
      <div className={layout.two}>
        <SelectField
          label="When"
          value={PRESETS.find(([cron]) => cron === values.cron.trim())?.[0] ?? ''}
          options={[
            ...PRESETS.map(([value, label]) => ({ value, label })),
            { value: '', label: 'Other, as in Cron' },
          ]}
          onChange={({ currentTarget: { value } }) => value !== '' && change({ cron: value })}
        />
        <TextField
          {...field('cron')}
          label="Cron"
          mono
          autoComplete="off"
          spellCheck={false}
          help="minute hour day month weekday"
        />
      </div>
      <SelectField {...field('time_zone')} label="Time zone" options={timeZones(values.time_zone)} />
      <div className={classNames(layout.two, styles.rules)}>
        <RadioGroup
          legend="If the last run is still going"
          value={values.when_running}
          onChange={(when_running) => change({ when_running })}
          options={optionsOf(RUNNING_WORDS)}
        />
        <RadioGroup
          legend="If the server was off at that time"
          value={values.when_missed}
          onChange={(when_missed) => change({ when_missed })}
          options={optionsOf(MISSED_WORDS)}
        />
      </div>
    </>
  )
}

/** The first streams by name, or those that match a text. */
function streamsPage(workspace_id: string, text: string) {
  const found = { q: text.trim() || undefined, page_size: 50, sort: 'name' } as const
  return q(listStreams, { query: { workspace_id, ...found } })
}

function optionsOf<Value extends string>(words: Readonly<Record<Value, { label: string; help: string }>>) {
  return (Object.keys(words) as Value[]).map((value) => ({ value, ...words[value] }))
}

function timeZones(chosen: string) {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  const all = known.includes(chosen) ? known : [chosen, ...known]
  return all.map((value) => ({ value, label: value }))
}

interface ModelFieldProps {
  form: Pick<Fields<ScheduleValues>, 'values' | 'field'>
  workspaceId: string
  solutionId: string | undefined
}

/** The model an inference reads: the stream's newest, or the one that has an alias when the run starts. */
function ModelField({ form: { values, field }, workspaceId, solutionId }: ModelFieldProps) {
  const query = { workspace_id: workspaceId, solution_id: solutionId, alias: '*', page_size: 200 }
  const { data } = useQuery({ ...q(listModels, { query }), enabled: solutionId !== undefined })
  const named = data?.models.flatMap(({ aliases }) => aliases.map(({ name }) => name)) ?? []
  const all = [...new Set([...named, ...(values.model_from === '' ? [] : [values.model_from])])].sort()
  return (
    <SelectField
      {...field('model_from')}
      value={values.model_from}
      label="Model"
      options={[
        { value: '', label: 'The newest of the stream' },
        ...all.map((value) => ({ value, label: `Alias ${value}` })),
      ]}
    />
  )
}
