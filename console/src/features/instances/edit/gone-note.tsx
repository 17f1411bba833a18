import { Link } from '@tanstack/react-router'
import { paths } from '../../../navigation/paths.ts'
import { Note } from '../../../ui/feedback/note.tsx'

interface GoneNoteProps {
  sentence: string
  workspace: string
}

/** The record is there no longer. What was typed stays, so that it can be copied. */
export function GoneNote({ sentence, workspace }: GoneNoteProps) {
  return (
    <Note tone="bad" live title={sentence}>
      What you typed is still here to be copied.{' '}
      <Link {...paths.instances({ ws: workspace })}>All instances</Link>
    </Note>
  )
}
