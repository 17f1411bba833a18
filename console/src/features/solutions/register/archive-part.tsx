import { RefreshCw, X } from 'lucide-react'
import { formatFileSize } from '../../../format/file-size.ts'
import { Button } from '../../../ui/button.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { UploadRow } from '../../../ui/upload-row.tsx'
import { shareOf, uploadWords } from './upload-pace.ts'
import type { ArchiveState } from './use-archive.ts'

interface ArchivePartProps {
  state: ArchiveState
  onChoose: (files: File[]) => void
  onRetry: () => void
  onRemove: () => void
}

export function ArchivePart({ state, onChoose, onRetry, onRemove }: ArchivePartProps) {
  return (
    <>
      <FileDrop
        choose="Choose an archive"
        accept=".tar.gz,.tgz,application/gzip"
        help="tar.gz with metadata.json at the top"
        onFiles={onChoose}
        error={state.is === 'none' ? state.refused : undefined}
      />
      {state.is !== 'none' && (
        <UploadRow
          {...shownAs(state)}
          name={state.file.name}
          action={<RowAction state={state} onRetry={onRetry} onRemove={onRemove} />}
        />
      )}
    </>
  )
}

type Shown = Exclude<ArchiveState, { is: 'none' }>

function shownAs(state: Shown) {
  const { size } = state.file
  if (state.is === 'uploading')
    return {
      state: 'running' as const,
      percent: shareOf(state.sent, size) * 100,
      detail: uploadWords(state.sent, size, state.speed),
    }
  if (state.is === 'broken')
    return {
      state: 'broken' as const,
      percent: shareOf(state.sent, size) * 100,
      detail: `${state.message} ${formatFileSize(state.sent)} of ${formatFileSize(size)} had gone out.`,
    }
  return { state: 'complete' as const, percent: 100, detail: `${formatFileSize(size)}, uploaded` }
}

function RowAction({
  state,
  onRetry,
  onRemove,
}: { state: Shown } & Pick<ArchivePartProps, 'onRetry' | 'onRemove'>) {
  if (state.is === 'broken')
    return (
      <Button small icon={RefreshCw} onClick={onRetry}>
        Go on
      </Button>
    )
  const isUploading = state.is === 'uploading'
  return (
    <IconButton
      icon={X}
      label={isUploading ? 'Cancel the upload' : 'Remove the archive'}
      onClick={onRemove}
    />
  )
}
