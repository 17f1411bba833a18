import { RefreshCw, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { FileDrop, UploadRow } from '../../../ui/form/file-drop.tsx'
import { FormSection } from '../../../ui/form/form-frame.tsx'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import { readMetadataFile, sizeOf } from '../metadata-text.ts'
import styles from './register-dialog.module.css'
import { type ArchiveState, shareOf, uploadWords, type useArchive } from './use-archive.ts'

export type Source = 'archive' | 'metadata'

const SOURCES = [
  { value: 'archive', label: 'Archive' },
  { value: 'metadata', label: 'Metadata only' },
] as const

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

interface SourceOptions {
  first: Source
  onArchive: (file: File) => void
  onMetadata: (text: string) => void
}

/** What there is to tell of the last file. */
interface FileNotice {
  /** why it was not taken */
  refused?: string
  /** that it was taken as the other source */
  led?: string
}

/** Where a registration comes from. A file says by its name which source it is: none needs to be chosen before. */
export function useSource({ first, onArchive, onMetadata }: SourceOptions) {
  const [source, setSource] = useState(first)
  const [notice, setNotice] = useState<FileNotice>({})

  function show(next: Source) {
    setSource(next)
    setNotice({})
  }

  async function take([file, ...others]: File[]) {
    if (!file) return
    // In which order files are dropped is chance, so none of several is meant.
    if (others.length > 0) return setNotice({ refused: severalWords(others.length + 1) })
    const kind = kindOf(file)
    if (!kind) return setNotice({ refused: neitherWords(file, source) })
    if (kind === 'archive') onArchive(file)
    else {
      const read = await readMetadataFile(file)
      if ('refused' in read) return setNotice(read)
      onMetadata(read.text)
    }
    setSource(kind)
    setNotice(kind === source ? {} : { led: ledWords(file, kind) })
  }

  return {
    source,
    ...notice,
    show,
    take: (files: File[]) => void take(files),
    /** What was told is no longer about the text that is there. */
    forget: () => setNotice({}),
  }
}

function kindOf({ name }: File): Source | undefined {
  if (/\.(tar\.gz|tgz)$/i.test(name)) return 'archive'
  return /\.json$/i.test(name) ? 'metadata' : undefined
}

function severalWords(count: number): string {
  return `One file is registered at a time, and ${count} were dropped. Drop the one you mean.`
}

function neitherWords({ name }: File, source: Source): string {
  return source === 'archive'
    ? `${name} is no tar.gz. Pack the solution with tar and gzip.`
    : `${name} is no .json. Choose the metadata.json of the solution, or paste its text below.`
}

function ledWords({ name }: File, kind: Source): string {
  return kind === 'metadata'
    ? `${name} is no archive, so it was taken as “Metadata only”.`
    : `${name} is an archive, so it was taken as “Archive”.`
}
