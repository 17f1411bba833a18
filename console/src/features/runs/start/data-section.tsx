import { listDataSets } from '@podium/contract/calls/data-sets.ts'
import { listObjects } from '@podium/contract/calls/objects.ts'
import { dataSetAddress } from '@podium/contract/rules/data-set-address.ts'
import { datasetAddresses } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatDuration } from '../../../format/duration.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf, formatShare } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { foundText } from '../../../record/many-select.tsx'
import { useWorkspace } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { FieldMessage } from '../../../ui/form/field.tsx'
import { FileDrop, UploadRow } from '../../../ui/form/file-drop.tsx'
import { FormSection } from '../../../ui/form/form-frame.tsx'
import { type OptionRow, OptionRows } from '../../../ui/form/options.tsx'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { SearchField } from '../../../ui/table/toolbar.tsx'
import { Code } from '../../../ui/text/mono.tsx'
import { dataName, pathOf } from '../components/data-name.ts'
import type { DataSource } from './run-state.ts'
import type { SectionProps } from './use-new-run.ts'
import type { Upload } from './use-uploads.ts'

/** Chooses the source of the data. The instance's own data are offered if it has some. */
export function DataSection(props: SectionProps) {
  const { form, run } = props
  const isWrangled = run.wrangled.data !== ''
  const ofInstance = { value: 'instance', label: "The instance's data" } as const
  const sources: Record<DataSource, ReactNode> = {
    instance: (
      <p className={text.sub}>
        {`The instance's data${isWrangled ? ', by its Data Wrangler' : ''}: ${run.choices.dataset_uri.join(', ')}`}
      </p>
    ),
    sample: <SampleData {...props} />,
    set: <DataSetChoice {...props} />,
    upload: <UploadChoice {...props} />,
  }
  return (
    <FormSection title="Data">
      <div className={layout.stackTight}>
        <SegmentedControl<DataSource>
          label="Data"
          value={run.data}
          onChange={(data) => form.choose({ data })}
          segments={[
            ...(run.choices.sample ? [] : [ofInstance]),
            {
              value: 'sample',
              label: datasetAddresses(run.pipeline).length > 0 ? 'Sample data' : 'No data',
            },
            { value: 'set', label: 'Workspace data set' },
            { value: 'upload', label: 'Upload' },
          ]}
        />
        {sources[run.data]}
      </div>
    </FormSection>
  )
}

function SampleData({ form: { target }, run }: SectionProps) {
  const { id } = useWorkspace()
  const version = formatVersion(target.version_num)
  const [address] = datasetAddresses(run.pipeline)
  const path = address === undefined ? '' : pathOf(address).replace(/\/$/, '')
  const { data } = useQuery({
    ...q(listObjects, {
      params: { id },
      query: { prefix: path.slice(0, path.lastIndexOf('/') + 1), folders: '1' },
    }),
    enabled: path !== '',
  })
  const folder = data?.folders.find((one) => one.path === `${path}/`)
  const file = data?.objects.find((one) => one.path === path)
  if (path === '' || (data && !folder && !file))
    return (
      <p className={text.sub}>{`No sample data shipped with ${version}: the run gets an empty folder.`}</p>
    )
  const files = folder?.files ?? 1
  const what = !data ? 'Sample data' : files === 1 ? 'Sample file' : countOf(files, 'sample file')
  const size = data && ` (${formatFileSize(folder?.size ?? file?.size)})`
  return (
    <p className={text.sub}>{`${what} shipped with ${version}${size ?? ''}, enough to try every step.`}</p>
  )
}

const SHOWN = 50

/**
 * Lists the newest versions of the data sets, and the folders and files below datasets/. A choice stays visible even if
 * a search does not find it.
 */
function DataSetChoice({ form, problems: { dataset: problem } }: SectionProps) {
  const chosen = form.draft.dataset
  const { id } = useWorkspace()
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useQuery({
    ...q(listObjects, {
      params: { id },
      query: { prefix: 'datasets/', folders: '1', q: typed, page_size: SHOWN },
    }),
    placeholderData: keepPreviousData,
  })
  const sets = useQuery({
    ...q(listDataSets, { query: { workspace_id: id, q: typed || undefined, page_size: SHOWN } }),
    placeholderData: keepPreviousData,
  }).data
  const rows = data && sets && [...dataSetRows(sets), ...folderRows(data)]
  const total = (data?.total ?? 0) + (sets?.total ?? 0)
  const value = chosen.join('\n')
  const isHidden = chosen.length > 0 && !rows?.some((row) => row.value === value)
  const hidden = { value, title: <Code>{dataName(chosen)}</Code>, sub: 'Chosen' }
  const options = [...(isHidden ? [hidden] : []), ...(rows ?? [])]
  return (
    <div className={layout.stackTight} data-invalid={problem !== undefined || undefined}>
      <SearchField
        label="Find a data set"
        placeholder="Find data sets and folders under datasets/"
        value={typed}
        onChange={setTyped}
      />
      {error && !data && (
        <p role="alert" className={text.sub}>
          {sentenceFor(error)} <TextButton onClick={() => void refetch()}>Retry</TextButton>
        </p>
      )}
      {!rows && !error && <SkeletonRows label="Loading data sets" rows={3} tall />}
      {options.length > 0 && (
        <OptionRows
          legend="Data set"
          options={options}
          value={value}
          onChange={(next) => form.choose({ dataset: next.split('\n') })}
        />
      )}
      {problem !== undefined && <FieldMessage tone="error">{problem}</FieldMessage>}
      {rows && (
        <p role="status" className={text.sub}>
          {total === 0 && typed === ''
            ? 'No data sets yet. Upload some files.'
            : (foundText('data set', typed, SHOWN, total) ?? countOf(total, 'data set'))}
        </p>
      )}
    </div>
  )
}

function dataSetRows({ data_sets }: ReplyOf<typeof listDataSets>): OptionRow<string>[] {
  return data_sets.flatMap(({ name, version, files, size, updated_at }) =>
    version === null
      ? []
      : {
          value: dataSetAddress(name, version),
          title: (
            <>
              {name} <span className={text.note}>{formatVersion(version)}</span>
            </>
          ),
          sub: countOf(files, 'file'),
          amount: amountOf(size, updated_at),
        },
  )
}

function amountOf(size: number, at: string): ReactNode {
  return (
    <>
      <b>{formatFileSize(size)}</b>
      <span className={text.sub}>{formatDateTime(at)}</span>
    </>
  )
}

function folderRows({ folders, objects }: ReplyOf<typeof listObjects>): OptionRow<string>[] {
  const row = ({ path, size, modified_at }: Omit<(typeof objects)[number], 'etag'>, sub: string) => ({
    value: path,
    title: <Code>{dataName([path])}</Code>,
    sub,
    amount: amountOf(size, modified_at),
  })
  return [
    ...folders.map((folder) => row(folder, countOf(folder.files, 'file'))),
    ...objects.map((object) => row(object, 'One file')),
  ]
}

/** Chooses files of this machine, which are uploaded to the workspace when the run is started. */
function UploadChoice({ form: { folder, uploads, choose }, problems }: SectionProps) {
  return (
    <div className={layout.stackTight} data-invalid={problems.files !== undefined || undefined}>
      <FileDrop
        choose="Choose files"
        multiple
        help="They are uploaded when the run is started."
        error={problems.files}
        onFiles={uploads.add}
      />
      {uploads.items.map((item) => (
        <UploadRow
          key={item.file.name}
          name={item.file.name}
          state={item.state === 'ready' ? 'running' : item.state}
          percent={percentOf(item)}
          detail={detailOf(item)}
          action={
            item.state !== 'complete' && (
              <span className={layout.row}>
                {item.exists && (
                  <TextButton onClick={() => uploads.allowReplace(item.file)}>Replace it</TextButton>
                )}
                <IconButton
                  icon={X}
                  label={`Remove ${item.file.name}`}
                  onClick={() => uploads.remove(item.file)}
                />
              </span>
            )
          }
        />
      ))}
      <TextField
        label="Save as"
        mono
        value={folder}
        error={problems.folder}
        onChange={(event) => choose({ folder: event.currentTarget.value })}
        help={`The files stay in the workspace below datasets/${folder}.`}
      />
    </div>
  )
}

function percentOf({ file, sent, state }: Upload): number {
  if (state === 'complete') return 100
  return file.size === 0 ? 0 : (sent / file.size) * 100
}

function detailOf({ file, sent, since, state, problem, replace }: Upload): string {
  const size = formatFileSize(file.size)
  if (state === 'broken') return `${problem} Start again to go on.`
  if (state === 'complete') return `${size}, complete`
  if (state === 'ready') return replace ? `${size}, replaces the existing file` : size
  const seconds = (performance.now() - since) / 1000
  const speed = seconds > 0 ? sent / seconds : 0
  const left = speed > 0 ? `, ${formatDuration((file.size - sent) / speed)} left` : ''
  return `${formatFileSize(sent)} of ${size}, ${formatShare(sent / Math.max(1, file.size))}${left}`
}
