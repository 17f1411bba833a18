import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './upload.module.css'

interface FileDropProps {
  /** The words of the button: 'Choose an archive'. */
  choose: string
  /** What may be dropped, and how large. */
  help: ReactNode
  /** Several may be dropped also where one is meant: whoever takes them says what becomes of them. */
  onFiles: (files: File[]) => void
  multiple?: boolean
  /** As the attribute of a file input: '.zip,.tar.gz'. */
  accept?: string
  error?: string | undefined
}

/** A place to drop files; the button opens the browser's own chooser, so that the keyboard reaches it too. */
export function FileDrop({ choose, help, onFiles, multiple, accept, error }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const helpId = useId()
  const [isOver, setOver] = useState(false)
  useEffect(keepPage, [])

  function take(files: FileList | null) {
    const chosen = [...(files ?? [])]
    if (chosen.length > 0) onFiles(chosen)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      data-invalid={error === undefined ? undefined : true}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon of={Upload} size={18} className={styles.dropIcon} />
      <p>
        <button
          type="button"
          className={styles.choose}
          aria-describedby={helpId}
          onClick={() => input.current?.click()}
        >
          {choose}
        </button>{' '}
        or drop {multiple ? 'them' : 'it'} here.
      </p>
      <p id={helpId} aria-live="polite" className={error === undefined ? styles.help : styles.error}>
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
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** A file let go beside the place would be opened by the browser instead of the page. */
function keepPage(): () => void {
  const refuse = (event: Event) => event.preventDefault()
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
  return () => {
    window.removeEventListener('dragover', refuse)
    window.removeEventListener('drop', refuse)
  }
}
