import { RefreshCw, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { useSavedForm, useSavedValues } from '../../../session/use-saved-form.ts'
import layout from '../../../theme/layout.module.css'
import words from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { FileDrop, UploadRow } from '../../../ui/form/file-drop.tsx'
import { FormSection } from '../../../ui/form/form-frame.tsx'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import { TemplateLink } from '../components/template-link.tsx'
import { readMetadataFile, sizeOf } from '../metadata-text.ts'
import styles from './register-dialog.module.css'
import { type Archive, shareOf, uploadWords } from './use-archive.ts'

/** The sources of a registration: the words of the drop area, and of the notice about a dropped file. */
const SOURCES = {
  archive: {
    label: 'Archive',
    fileName: /\.(tar\.gz|tgz)$/i,
    drop: {
      choose: 'Choose an archive',
      accept: '.tar.gz,.tgz,application/gzip',
      help: 'tar.gz with metadata.json at the top',
    },
    refused: 'is not a tar.gz file. Pack the solution with tar and gzip.',
    led: 'is an archive, so it was taken as “Archive”.',
  },
  metadata: {
    label: 'Metadata only',
    fileName: /\.json$/i,
    drop: {
      choose: 'Choose a metadata.json',
      accept: '.json,application/json',
      help: 'Or paste it below. For solutions whose image is already in the registry.',
    },
    refused: 'is not a .json file. Choose the metadata.json of the solution, or paste its text below.',
    led: 'is not an archive, so it was taken as “Metadata only”.',
  },
} as const

type Source = keyof typeof SOURCES

const KINDS = Object.keys(SOURCES) as Source[]

interface SourcePartProps {
  chosen: ReturnType<typeof useSource>
  archive: Archive
  /** whether it becomes a new solution, not the next version of one */
  isNew: boolean
  /** the content below the source */
  children: ReactNode
}

/**
 * The choice between an archive and metadata alone. One drop area serves both, so a change of source keeps the focus.
 */
export function SourcePart({ chosen, archive, isNew, children }: SourcePartProps) {
  const { source, text, refused, led, show, take, type } = chosen

  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    take([...event.dataTransfer.files])
  }

  return (
    <FormSection title="Source">
      <div className={layout.stackClose}>
        <SegmentedControl
          label="Source"
          segments={KINDS.map((value) => ({ value, label: SOURCES[value].label }))}
          value={source}
          onChange={show}
        />
        <FileDrop {...SOURCES[source].drop} onFiles={take} error={refused} />
        {isNew && source === 'archive' && archive.state.is === 'none' && (
          <p className={classNames(words.note, styles.sentence)}>
            No solution yet? <TemplateLink /> that you can register and train as it is.
          </p>
        )}
        {led !== undefined && (
          <Note tone="info" live>
            {led}
          </Note>
        )}
        {source === 'archive' ? (
          <ArchiveRow {...archive} />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; typing is the first
          <div className={styles.json} onDrop={drop}>
            <TextAreaField
              label="metadata.json"
              rows={12}
              wrap="off"
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              value={text}
              onChange={(event) => type(event.currentTarget.value)}
              help={sizeOf(text)}
            />
          </div>
        )}
        {children}
      </div>
    </FormSection>
  )
}

/** The progress of the archive, once there is one. */
function ArchiveRow({ state, retry, remove }: Archive) {
  if (state.is === 'none') return null
  const { name, size } = state.file
  if (state.is === 'uploading')
    return (
      <UploadRow
        name={name}
        state="running"
        percent={shareOf(state.sent, size) * 100}
        detail={uploadWords(state.sent, size, state.speed)}
        action={<IconButton icon={X} label="Cancel the upload" onClick={remove} />}
      />
    )
  if (state.is === 'broken')
    return (
      <UploadRow
        name={name}
        state="broken"
        percent={shareOf(state.sent, size) * 100}
        detail={`${state.message} ${formatFileSize(state.sent)} of ${formatFileSize(size)} were sent.`}
        action={
          <Button small icon={RefreshCw} onClick={retry}>
            Go on
          </Button>
        }
      />
    )
  const isUnusable = state.is === 'unusable'
  return (
    <UploadRow
      name={name}
      state={isUnusable ? 'broken' : 'complete'}
      percent={100}
      detail={`${formatFileSize(size)}, ${isUnusable ? 'uploaded, but cannot be registered' : 'uploaded'}`}
      action={<IconButton icon={X} label="Remove the archive" onClick={remove} />}
    />
  )
}

const FORM = 'Register Solution'

/** The source of a registration. A file selects its source by its name, so that none has to be chosen first. */
export function useSource(onArchive: (file: File) => void) {
  const saved = useSavedValues<{ source: Source; text: string }>(FORM)
  const [source, setSource] = useState(saved?.source ?? 'archive')
  const [text, setText] = useState(saved?.text ?? '')
  useSavedForm(FORM, text === '' ? undefined : { source, text })
  /** about the last file: why it was refused, or that it switched the source */
  const [notice, setNotice] = useState<{ refused?: string; led?: string }>({})

  function show(next: Source) {
    setSource(next)
    setNotice({})
  }

  async function take([file, ...others]: File[]) {
    if (!file) return
    // The order of dropped files is arbitrary, so none of several is taken.
    if (others.length > 0) {
      const refused = `One file is registered at a time, and ${others.length + 1} were dropped. Drop the one you mean.`
      return setNotice({ refused })
    }
    const kind = KINDS.find((one) => SOURCES[one].fileName.test(file.name))
    if (!kind) return setNotice({ refused: `${file.name} ${SOURCES[source].refused}` })
    if (kind === 'archive') onArchive(file)
    else {
      const read = await readMetadataFile(file)
      if ('refused' in read) return setNotice(read)
      setText(read.text)
    }
    setSource(kind)
    setNotice(kind === source ? {} : { led: `${file.name} ${SOURCES[kind].led}` })
  }

  return {
    source,
    text,
    ...notice,
    show,
    take: (files: File[]) => void take(files),
    type(typed: string) {
      setText(typed)
      // The notice about the last file does not apply to this text.
      setNotice({})
    },
  }
}
