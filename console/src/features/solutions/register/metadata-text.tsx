import { limits } from '@podium/contract/rules.ts'
import type { DragEvent } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { TextAreaField } from '../../../ui/form/text-area-field.tsx'
import styles from './register-dialog.module.css'

interface MetadataTextProps {
  text: string
  onChange: (text: string) => void
  onDrop: (files: File[]) => void
}

export function MetadataText({ text, onChange, onDrop }: MetadataTextProps) {
  const size = new TextEncoder().encode(text).length

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
        help={`${formatFileSize(size)} of ${formatFileSize(limits.metadata_bytes)}`}
      />
    </div>
  )
}
