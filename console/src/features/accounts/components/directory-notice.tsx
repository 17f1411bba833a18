import type { ReplyOf } from '@podium/contract/call.ts'
import type { readDirectory } from '@podium/contract/directory.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import styles from './directory-notice.module.css'

/** Says that the directory does not answer; nothing where it does, or where there is none. */
export function DirectoryNotice({ directory }: { directory: ReplyOf<typeof readDirectory> | undefined }) {
  if (!directory?.configured || directory.reachable) return null
  return (
    <div className={styles.notice}>
      <Note tone="warn" live title="The directory does not answer.">
        {directory.detail} Until it does, people of the directory cannot sign in or be added.
      </Note>
    </div>
  )
}
