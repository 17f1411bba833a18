import { RefreshCw, X } from 'lucide-react'
import type { DragEvent, ReactNode } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { FileDrop } from '../../../ui/form/file-drop.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { TextAreaField } from '../../../ui/form/text-area-field.tsx'
import { UploadRow } from '../../../ui/form/upload-row.tsx'
import { sizeOf } from '../metadata-text.ts'
import styles from './register-dialog.module.css'
import { shareOf, uploadWords } from './upload-pace.ts'
import type { ArchiveState, useArchive } from './use-archive.ts'
import { SOURCES, type useSource } from './use-source.ts'

interface SourcePartProps {
  chosen: ReturnType<typeof useSource>
  archive: ReturnType<typeof useArchive>
  text: string
  onText: (text: string) => void
  /** what is below the source */
  children: ReactNode
}

const DROPS = {
  archive: {
    choose: 'Choose an archive',
    accept: '.tar.gz,.tgz,application/gzip',
    help: 'tar.gz with metadata.json at the top',
  },
  metadata: {
    choose: 'Choose a metadata.json',
    accept: '.json,application/json',
    help: 'Or paste it below. For solutions whose image is already in the registry.',
  },
} as const

/** An archive or the metadata alone. Both have one place for files, so that the focus stays where one leads to the other. */
export function SourcePart({ chosen, archive, text, onText, children }: SourcePartProps) {
  const { source, refused, led, show, take, forget } = chosen
  return (
    <FormSection title="Source">
      <div className={classNames(layout.stackClose, styles.part)}>
        <SegmentedControl label="Source" segments={SOURCES} value={source} onChange={show} />
        <FileDrop {...DROPS[source]} onFiles={take} error={refused} />
        {led !== undefined && (
          <Note tone="info" live>
            {led}
          </Note>
        )}
        {source === 'archive' ? (
          <ArchiveRow state={archive.state} onRetry={archive.retry} onRemove={archive.remove} />
        ) : (
          <MetadataText
            text={text}
            onDrop={take}
            onChange={(typed) => {
              forget()
              onText(typed)
            }}
          />
        )}
        {children}
      </div>
    </FormSection>
  )
}

interface ArchiveRowProps {
  state: ArchiveState
  onRetry: () => void
  onRemove: () => void
}

/** How far the archive is on its way, once there is one. */
function ArchiveRow({ state, onRetry, onRemove }: ArchiveRowProps) {
  if (state.is === 'none') return null
  const { name, size } = state.file
  const remove = (label: string) => <IconButton icon={X} label={label} onClick={onRemove} />
  if (state.is === 'uploading')
    return (
      <UploadRow
        name={name}
        state="running"
        percent={shareOf(state.sent, size) * 100}
        detail={uploadWords(state.sent, size, state.speed)}
        action={remove('Cancel the upload')}
      />
    )
  if (state.is === 'broken')
    return (
      <UploadRow
        name={name}
        state="broken"
        percent={shareOf(state.sent, size) * 100}
        detail={`${state.message} ${formatFileSize(state.sent)} of ${formatFileSize(size)} had gone out.`}
        action={
          <Button small icon={RefreshCw} onClick={onRetry}>
            Go on
          </Button>
        }
      />
    )
  return (
    <UploadRow
      name={name}
      state="complete"
      percent={100}
      detail={`${formatFileSize(size)}, uploaded`}
      action={remove('Remove the archive')}
    />
  )
}

interface MetadataTextProps {
  text: string
  onChange: (text: string) => void
  onDrop: (files: File[]) => void
}

function MetadataText({ text, onChange, onDrop }: MetadataTextProps) {
  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    onDrop([...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; typing is the first
    <div className={styles.json} onDrop={drop}>
      <TextAreaField
        label="metadata.json"
        rows={12}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        help={sizeOf(text)}
      />
    </div>
  )
}
