import { type DirectoryUser, readDirectory, searchDirectory } from '@podium/contract/directory.ts'
import { messages } from '@podium/contract/rules.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import { useState } from 'react'
import { ApiError, sentenceFor, wasSaid } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { useChange } from '../../../record/use-change.ts'
import { useAccount } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { FieldMessage } from '../../../ui/form/field-message.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import styles from './add-people-card.module.css'
import { FoundPerson } from './found-person.tsx'
import { type Draft, type DraftPerson, directoryId } from './member-draft.ts'
import type { Credentials } from './use-save-members.tsx'

interface DirectorySearchProps {
  workspace: Workspace
  text: string
  draft: Draft
  credentials: Credentials | undefined
  onCredentials: (credentials: Credentials) => void
  onAdd: (person: DraftPerson) => void
}

interface Found {
  text: string
  users: readonly DirectoryUser[]
}

const NO_CREDENTIALS: Credentials = { login_id: '', login_pw: '' }

/** People of the organisation's directory. Who has no account yet gets one when they are added. */
export function DirectorySearch(props: DirectorySearchProps) {
  const { workspace, text, draft, credentials, onCredentials, onAdd } = props
  const { role } = useAccount()
  const directory = useQuery({ ...q(readDirectory), enabled: role === 'ADMIN' })
  const showAlert = useAlert()
  const [found, setFound] = useState<Found>()
  const [refusal, setRefusal] = useState<string>()
  const { change: search, isBusy } = useChange<void, { users: readonly DirectoryUser[] }>({
    change: (_, send) =>
      send(searchDirectory, { body: { target_user: text, workspace_id: workspace.id, ...credentials } }),
    isPlaced: () => true,
    tell: () => undefined,
    onDone({ users }) {
      setFound({ text, users })
      setRefusal(undefined)
    },
    async onRefused(error) {
      const isCredentials = error instanceof ApiError && error.status === 422
      setRefusal(isCredentials ? sentenceFor(error) : undefined)
      if (!isCredentials && !wasSaid(error)) await showAlert('error', sentenceFor(error))
      return true
    },
  })

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
        <ul aria-label="Found in the directory">
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

function personOf({ account_id, username, display_name }: DirectoryUser): DraftPerson {
  return { id: account_id ?? directoryId(username), username, display_name }
}

interface DirectoryCredentialsProps {
  credentials: Credentials
  /** 'Invalid Credentials.' */
  refusal: string | undefined
  onChange: (credentials: Credentials) => void
}

/** Where the server has no reader of its own: the directory answers to the ID and password of the person who asks. */
function DirectoryCredentials({ credentials, refusal, onChange }: DirectoryCredentialsProps) {
  return (
    <div className={styles.credentials}>
      <TextField
        label="Directory ID"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        help="Your own in the directory; it is kept on this page only."
        value={credentials.login_id}
        onChange={(event) => onChange({ ...credentials, login_id: event.currentTarget.value })}
      />
      <PasswordField
        label="Directory Password"
        autoComplete="off"
        error={refusal}
        value={credentials.login_pw}
        onChange={(event) => onChange({ ...credentials, login_pw: event.currentTarget.value })}
      />
    </div>
  )
}
