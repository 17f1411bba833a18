import { type DirectoryUser, readDirectory, searchDirectory } from '@podium/contract/directory.ts'
import { messages } from '@podium/contract/rules.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import { useState } from 'react'
import { ApiError, sentenceFor, wasSaid } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { q } from '../../../api/query.ts'
import { useAccount } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { FieldMessage } from '../../../ui/form/field-message.tsx'
import people from '../components/people.module.css'
import styles from './add-people-card.module.css'
import { DirectoryCredentials } from './directory-credentials.tsx'
import { FoundPerson } from './found-person.tsx'
import { type Draft, directoryId, type Person } from './member-draft.ts'
import type { Credentials } from './save-members.ts'

interface DirectorySearchProps {
  workspace: Workspace
  text: string
  draft: Draft
  credentials: Credentials | undefined
  onCredentials: (credentials: Credentials) => void
  onAdd: (person: Person) => void
}

interface Found {
  text: string
  users: readonly DirectoryUser[]
}

const NO_CREDENTIALS: Credentials = { login_id: '', login_pw: '' }

/** People of the organisation's directory. Whoever has no account yet gets one when they are added. */
export function DirectorySearch(props: DirectorySearchProps) {
  const { workspace, text, draft, credentials, onCredentials, onAdd } = props
  const { role } = useAccount()
  const directory = useQuery({ ...q(readDirectory), enabled: role === 'ADMIN' })
  const showAlert = useAlert()
  const [found, setFound] = useState<Found>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function search() {
    setBusy(true)
    setRefusal(undefined)
    try {
      const { users } = await call(searchDirectory, {
        body: { target_user: text, workspace_id: workspace.id, ...credentials },
        place: () => true,
      })
      setFound({ text, users })
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setRefusal(sentenceFor(error))
      else if (!wasSaid(error)) await showAlert('error', sentenceFor(error))
    } finally {
      setBusy(false)
    }
  }

  // Only administrators may ask how the directory is set up; managers learn it from its answer.
  if (directory.data?.configured === false) return null
  const asks = refusal !== undefined || credentials !== undefined || directory.data?.reader === false
  return (
    <div className={styles.directory}>
      {asks && (
        <DirectoryCredentials
          credentials={credentials ?? NO_CREDENTIALS}
          refusal={refusal}
          onChange={onCredentials}
        />
      )}
      <Button small icon={FolderSearch} busy={isBusy} onClick={() => void search()}>
        {`Search the directory for “${text}”`}
      </Button>
      <div aria-live="polite">
        {found?.text === text && found.users.length === 0 && (
          <FieldMessage tone="error">{messages.not_registered}</FieldMessage>
        )}
      </div>
      {found?.text === text && found.users.length > 0 && (
        <ul aria-label="Found in the directory" className={people.list}>
          {found.users.map((user) => (
            <FoundPerson
              key={user.username}
              person={personOf(user)}
              facts={[user.email, user.company, user.department]}
              draft={draft}
              onAdd={onAdd}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function personOf({ account_id, username, display_name }: DirectoryUser): Person {
  return { id: account_id ?? directoryId(username), username, display_name }
}
