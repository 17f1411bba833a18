import { readDirectory } from '@podium/contract/calls/directory.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FolderSearch } from 'lucide-react'
import { q } from '../../../api/query.ts'
import { paths } from '../../../navigation/paths.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import styles from './accounts.module.css'

/** Leads to the page that adds people from the directory. Renders nothing without a directory. */
export function AddFromDirectory() {
  const { data } = useQuery(q(readDirectory))
  const navigate = useNavigate()
  const disabledReason = useDisabledReason('account.create')
  if (!data?.configured) return null
  return (
    <Button
      icon={FolderSearch}
      disabledReason={disabledReason}
      onClick={() => void navigate(paths.directoryAccounts())}
    >
      Add from Directory
    </Button>
  )
}

/** Says that the directory does not answer. Renders nothing if it does, or if there is none. */
export function DirectoryNotice() {
  const { data } = useQuery(q(readDirectory))
  if (!data?.configured || data.reachable) return null
  return (
    <div className={styles.notice}>
      <Note tone="warn" live title="The directory does not answer.">
        {data.detail} Until it answers, its people cannot sign in or be added.
      </Note>
    </div>
  )
}
