import { limits } from '@podium/contract/rules.ts'
import { Upload, WandSparkles } from 'lucide-react'
import { useRef } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { useSnackbar } from '../../../ui/feedback/use-snackbar.ts'
import { inForm } from './metadata-text.ts'

interface EditToolsProps {
  text: string
  onChange: (text: string) => void
}

/** The text may hold blanks that the stored metadata does not. */
const TEXT_LIMIT = 4 * limits.metadata_bytes

/** What can be done with the text as a whole: put it in form, or take a file in its place. */
export function EditTools({ text, onChange }: EditToolsProps) {
  const input = useRef<HTMLInputElement>(null)
  const { say } = useSnackbar()
  const formed = inForm(text)

  async function take(file: File | undefined) {
    if (!file) return
    if (file.size > TEXT_LIMIT)
      return say(`${file.name} is larger than ${formatFileSize(TEXT_LIMIT)}, so it is no metadata.`, {
        tone: 'bad',
      })
    const before = text
    onChange(await file.text())
    say(`${file.name} stands in place of the text.`, {
      action: { label: 'Undo', onPress: () => onChange(before) },
    })
  }

  return (
    <>
      <IconButton
        icon={WandSparkles}
        label="Format"
        reason={formed === text ? 'There is nothing to format.' : undefined}
        onClick={() => onChange(formed)}
      />
      <IconButton icon={Upload} label="Upload a file" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Upload a file"
        accept=".json,application/json"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          // The same file may be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
