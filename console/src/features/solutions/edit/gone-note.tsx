import { Link } from '@tanstack/react-router'
import { paths } from '../../../navigation/paths.ts'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import styles from './edit.module.css'

interface GoneNoteProps {
  sentence: string
  workspace: string
  text: string
}

/** The solution is there no longer. What was typed stays, so that it can be copied. */
export function GoneNote({ sentence, workspace, text }: GoneNoteProps) {
  return (
    <Note tone="bad" title={sentence}>
      Your text is still here to be copied.
      <div className={styles.waysOut}>
        <CopyButton text={text} label="Copy text" worded />
        <Link {...paths.solutions({ ws: workspace })}>All solutions</Link>
      </div>
    </Note>
  )
}
