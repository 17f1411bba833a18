import { TextButton } from '../../../ui/button/text-button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'

/** The version is there no longer. What was typed stays, and can go on with another one. */
export function GoneSolution({ sentence, onAnother }: { sentence: string; onAnother: () => void }) {
  return (
    <Note tone="bad" live title={sentence}>
      What you typed is still here. <TextButton onClick={onAnother}>Select another AI solution</TextButton>
    </Note>
  )
}
