import { Upload, WandSparkles } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { useSnackbar } from '../../../ui/feedback/use-snackbar.ts'
import { inForm, readMetadataFile } from '../metadata-text.ts'

interface EditToolsProps {
  text: string
  onChange: (text: string) => void
}

/** What can be done with the text as a whole: format it, or take a file in its place. */
export function EditTools({ text, onChange }: EditToolsProps) {
  const input = useRef<HTMLInputElement>(null)
  const { say } = useSnackbar()
  const formed = inForm(text)

  async function take(file: File | undefined) {
    if (!file) return
    const read = await readMetadataFile(file)
    if ('refused' in read) return say(read.refused, { tone: 'bad' })
    const before = text
    onChange(read.text)
    say(`${file.name} replaces the text.`, {
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
