import { RefreshCw, X } from 'lucide-react'
import { formatFileSize } from '../../../format/file-size.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { UploadRow } from '../../../ui/form/upload-row.tsx'
import { shareOf, uploadWords } from './upload-pace.ts'
import type { ArchiveState } from './use-archive.ts'

interface ArchiveRowProps {
  state: ArchiveState
  onRetry: () => void
  onRemove: () => void
}

/** How far the archive is on its way, once there is one. */
export function ArchiveRow({ state, onRetry, onRemove }: ArchiveRowProps) {
  if (state.is === 'none') return null
  return (
    <UploadRow
      {...shownAs(state)}
      name={state.file.name}
      action={<RowAction state={state} onRetry={onRetry} onRemove={onRemove} />}
    />
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

function RowAction({ state, onRetry, onRemove }: ArchiveRowProps & { state: Shown }) {
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
