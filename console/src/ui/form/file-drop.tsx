import { FileArchive, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { TextButton } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import styles from './upload.module.css'

interface FileDropProps {
  /** The button's label: 'Choose an archive'. */
  choose: string
  /** Also offers a whole folder: 'a folder', after the words 'or choose'. */
  chooseFolder?: string
  /** Says what may be dropped, and how large. */
  help: ReactNode
  /** May receive several files even without `multiple`, as they can be dropped; the caller decides what to do. */
  onFiles: (files: File[]) => void
  multiple?: boolean
  /** The `accept` attribute of the file input: '.zip,.tar.gz'. */
  accept?: string
  error?: string | undefined
}

/** A drop area for files. Its button opens the browser's file chooser, so that the keyboard works too. */
export function FileDrop({ choose, chooseFolder, help, onFiles, multiple, accept, error }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const helpId = useId()
  const [isOver, setOver] = useState(false)
  useEffect(keepPage, [])

  function take(files: FileList | null) {
    const chosen = [...(files ?? [])]
    if (chosen.length > 0) onFiles(chosen)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      className={classNames(text.small, text.muted, styles.drop, isOver && styles.over)}
      data-invalid={error === undefined ? undefined : true}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <Icon of={Upload} size={18} />
      <p>
        <TextButton aria-describedby={helpId} onClick={() => input.current?.click()}>
          {choose}
        </TextButton>{' '}
        {chooseFolder !== undefined && (
          <>
            or{' '}
            <TextButton aria-describedby={helpId} onClick={() => folder.current?.click()}>
              {chooseFolder}
            </TextButton>
            ,{' '}
          </>
        )}
        or drop {multiple ? 'them' : 'it'} here.
      </p>
      <p
        id={helpId}
        aria-live="polite"
        className={classNames(text.tiny, error !== undefined && text.crimson)}
      >
        {error ?? help}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={choose}
        multiple={multiple}
        accept={accept}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Lets the same file be chosen again after it was removed.
          event.currentTarget.value = ''
        }}
      />
      {chooseFolder !== undefined && (
        <input
          ref={(element) => {
            folder.current = element
            element?.setAttribute('webkitdirectory', '')
          }}
          type="file"
          hidden
          aria-label={chooseFolder}
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
      )}
    </div>
  )
}

/** A file dropped beside the area would be opened by the browser in place of the page. */
function keepPage(): () => void {
  const refuse = (event: Event) => event.preventDefault()
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
  return () => {
    window.removeEventListener('dragover', refuse)
    window.removeEventListener('drop', refuse)
  }
}

interface UploadRowProps {
  name: string
  /** 'running' is blue, 'complete' green, 'broken' crimson. */
  state: 'running' | 'complete' | 'broken'
  /** 0 to 100. */
  percent: number
  /** Amount, speed and time left, or what went wrong. */
  detail: ReactNode
  /** A button such as pause, remove or continue. */
  action?: ReactNode
}

const TONES = { running: 'running', complete: 'good', broken: 'bad' } as const

export function UploadRow({ name, state, percent, detail, action }: UploadRowProps) {
  return (
    <div className={classNames(layout.surface, text.small, styles.file)}>
      <Icon of={FileArchive} className={text.muted} />
      <div className={layout.grow}>
        <div className={classNames(text.line, text.strong)}>{name}</div>
        <div className={classNames(text.note, state === 'broken' && text.crimson)}>{detail}</div>
      </div>
      <div>{action}</div>
      <div className={styles.bar}>
        <ProgressBar label={`Upload of ${name}`} percent={percent} tone={TONES[state]} />
      </div>
    </div>
  )
}
