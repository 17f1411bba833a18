import { limits } from '@podium/contract/rules.ts'
import { type DragEvent, useState } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import styles from './register-dialog.module.css'

interface MetadataPartProps {
  text: string
  onChange: (text: string) => void
}

/** The text may hold blanks that the stored metadata does not. */
const TEXT_LIMIT = 4 * limits.metadata_bytes

export function MetadataPart({ text, onChange }: MetadataPartProps) {
  const [refused, setRefused] = useState<string>()
  const size = new TextEncoder().encode(text).length

  async function take([file]: File[]) {
    if (!file) return
    if (file.size > TEXT_LIMIT)
      return setRefused(`${file.name} is larger than ${formatFileSize(TEXT_LIMIT)}, so it is no metadata.`)
    setRefused(undefined)
    onChange(await file.text())
  }
  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void take([...event.dataTransfer.files])
  }

  return (
    <>
      <FileDrop
        choose="Choose a metadata.json"
        accept=".json,application/json"
        help="Or paste it below. For solutions whose image is already in the registry."
        onFiles={(files) => void take(files)}
        error={refused}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; typing is the first */}
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
    </>
  )
}
