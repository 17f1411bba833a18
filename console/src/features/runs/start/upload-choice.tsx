import { X } from 'lucide-react'
import { formatDuration } from '../../../format/duration.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { formatShare } from '../../../format/number.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { FileDrop } from '../../../ui/form/file-drop.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { UploadRow } from '../../../ui/form/upload-row.tsx'
import type { ChangeDraft, FormProblems } from './form-parts.ts'
import styles from './new-run.module.css'
import type { Upload, Uploads } from './use-uploads.ts'

interface UploadChoiceProps {
  folder: string
  uploads: Uploads
  change: ChangeDraft
  problems: FormProblems
}

/** Files of this machine, which become a data set of the workspace when the run is started. */
export function UploadChoice({ folder, uploads, change, problems }: UploadChoiceProps) {
  return (
    <div className={styles.choice} data-invalid={problems.files === undefined ? undefined : true}>
      <FileDrop
        choose="Choose files"
        multiple
        help="They are sent when the run is started."
        error={problems.files}
        onFiles={uploads.add}
      />
      {uploads.items.map((item) => (
        <UploadRow
          key={item.id}
          name={item.file.name}
          state={item.state === 'ready' ? 'running' : item.state}
          percent={percentOf(item)}
          detail={detailOf(item)}
          action={<UploadAction item={item} uploads={uploads} />}
        />
      ))}
      <TextField
        label="Save as"
        mono
        value={folder}
        error={problems.folder}
        onChange={(event) => change({ folder: event.currentTarget.value })}
        help={`The files stay in the workspace below datasets/${folder}.`}
      />
    </div>
  )
}

function UploadAction({ item, uploads }: { item: Upload; uploads: Uploads }) {
  if (item.state === 'complete') return null
  return (
    <span className={styles.uploadActions}>
      {item.exists && <TextButton onClick={() => uploads.allowReplace(item.id)}>Replace it</TextButton>}
      <IconButton icon={X} label={`Remove ${item.file.name}`} onClick={() => uploads.remove(item.id)} />
    </span>
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
  if (state === 'ready') return replace ? `${size}, replaces the file that is there` : size
  const seconds = (performance.now() - since) / 1000
  const speed = seconds > 0 ? sent / seconds : 0
  const left = speed > 0 ? `, ${formatDuration((file.size - sent) / speed)} left` : ''
  return `${formatFileSize(sent)} of ${size}, ${formatShare(sent / Math.max(1, file.size))}${left}`
}
