import type { Choices } from '@podium/contract/choices.ts'
import { datasetAddresses } from '@podium/contract/metadata-pipeline.ts'
import { listObjects } from '@podium/contract/objects.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { q } from '../../../api/query.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { latePart } from '../../../ui/lazy/late-part.tsx'
import { pathOf } from '../components/data-name.ts'
import type { ChangeDraft, FormProblems } from './form-parts.ts'
import styles from './new-run.module.css'
import type { DataFrom, RunDraft } from './run-draft.ts'
import { dataFrom, type Place, type Run } from './run-plan.ts'
import type { Uploads } from './use-uploads.ts'

// A run of the sample data needs neither.
const DataSetChoice = latePart(async () => (await import('./data-set-choice.tsx')).DataSetChoice)
const UploadChoice = latePart(async () => (await import('./upload-choice.tsx')).UploadChoice)

interface DataSectionProps {
  draft: RunDraft
  place: Place
  run: Run
  choices: Choices
  folder: string
  uploads: Uploads
  change: ChangeDraft
  problems: FormProblems
}

/** Where the data come from; the instance's own are offered where it names some. */
export function DataSection(props: DataSectionProps) {
  const { draft, place, run, choices, folder, uploads, change, problems } = props
  const workspace = useWorkspace()
  const from = dataFrom(draft, choices)
  const ofInstance = choices.sample ? [] : [{ value: 'instance' as const, label: "The instance's data" }]
  return (
    <FormSection title="Data">
      <SegmentedControl<DataFrom>
        label="Data"
        value={from}
        onChange={(data) => change({ data })}
        segments={[
          ...ofInstance,
          { value: 'sample', label: 'Sample data' },
          { value: 'set', label: `Data set of ${workspace.display_name}` },
          { value: 'upload', label: 'Upload' },
        ]}
      />
      {from === 'instance' && (
        <p className={styles.help}>{`The instance's data: ${choices.dataset_uri.join(', ')}`}</p>
      )}
      {from === 'sample' && <SampleData place={place} run={run} />}
      <Suspense fallback={<SkeletonRows label="Loading" rows={3} />}>
        {from === 'set' && (
          <DataSetChoice chosen={draft.dataset} change={change} problem={problems.dataset} />
        )}
        {from === 'upload' && (
          <UploadChoice folder={folder} uploads={uploads} change={change} problems={problems} />
        )}
      </Suspense>
    </FormSection>
  )
}

function SampleData({ place, run }: Pick<DataSectionProps, 'place' | 'run'>) {
  const { id } = useWorkspace()
  const version = formatVersion(place.version_num)
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
      <p className={styles.help}>{`${version} came without sample data: the run gets an empty folder.`}</p>
    )
  const amount = folder
    ? `${countOf(folder.files, 'file')}, ${formatFileSize(folder.size)}`
    : file && formatFileSize(file.size)
  return (
    <p className={styles.help}>
      {`What came with ${version}${amount ? `: ${amount}` : ''}. Enough to see every step work.`}
    </p>
  )
}
