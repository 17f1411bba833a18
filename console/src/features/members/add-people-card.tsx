import { listCandidates } from '@podium/contract/calls/accounts.ts'
import { type DirectoryUser, searchDirectory } from '@podium/contract/calls/directory.ts'
import { endOfDay } from '@podium/contract/rules/local-days.ts'
import type { WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FolderSearch, UserPlus } from 'lucide-react'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { ApiError, sentenceFor, wasReported } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { timeZone } from '../../format/day.ts'
import { countOf } from '../../format/number.ts'
import { useChange } from '../../record/use-change.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field, FieldMessage } from '../../ui/form/field.tsx'
import { SelectField } from '../../ui/form/select.tsx'
import { PasswordField, TextField } from '../../ui/form/text-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SearchField } from '../../ui/table/toolbar.tsx'
import { useAlert } from '../../ui/use-alert.ts'
import { PersonItem } from '../workspaces/components/person.tsx'
import { roleOf, roleOptions } from '../workspaces/components/role-options.ts'
import styles from './add-people-card.module.css'
import { changeFor, type DraftPerson, directoryId, type MembersEdit, withChange } from './member-draft.ts'

const SHOWN = 10
const WORDS = { loading: 'Looking for accounts', failed: 'The accounts could not be searched' }

/** Finds people who are not members: accounts first, then the directory. */
export function AddPeopleCard(edit: MembersEdit) {
  const { workspace, draft, onDraft } = edit
  const id = useId()
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<WorkspaceRole>('MEMBER')
  const [until, setUntil] = useState('')
  const searched = useDeferredValue(typed.trim())
  const isEnough = searched.length >= limits.candidate_search
  const query = useQuery({
    ...q(listCandidates, {
      query: { exclude_wsid: workspace.id, q: searched, page_size: SHOWN, sort: 'username' },
    }),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  })
  const { accounts, total = 0 } = query.data ?? {}
  const more = total - SHOWN
  const noteClass = classNames(layout.inset, text.small, text.muted)

  /** @param facts further facts that tell people with the same name apart */
  function foundPerson({ id, username, display_name }: DraftPerson, facts: readonly string[]) {
    const person = { id, username, display_name }
    return (
      <PersonItem
        key={id}
        name={username}
        sub={[display_name, ...facts].filter((fact) => fact !== '').join(', ')}
      >
        <Button
          small
          icon={UserPlus}
          aria-label={`Add ${username}`}
          disabledReason={changeFor(draft, id) ? 'Added below, saved with Save.' : undefined}
          onClick={() =>
            onDraft(
              withChange(draft, { person, from: null, to: role, ends_at: endOfDay(until) ?? undefined }),
            )
          }
        >
          Add
        </Button>
      </PersonItem>
    )
  }

  return (
    <Card title="Add people" flush>
      <div className={styles.search}>
        <Field id={id} label="Find accounts">
          <SearchField
            id={id}
            label="Find accounts"
            placeholder="ID, name or email: at least two letters"
            value={typed}
            onChange={setTyped}
          />
        </Field>
        <SelectField
          label="Add as"
          value={role}
          options={roleOptions}
          onChange={(event) => setRole(roleOf(event.currentTarget.value))}
        />
        <DayField
          label="Until"
          mark="optional"
          help={until === '' ? undefined : `Ends 24:00 ${timeZone()}`}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </div>
      {isEnough && (
        <div className={styles.found}>
          {queryPlaceholder(query, WORDS, { rows: 2, tall: true })}
          {accounts && accounts.length > 0 && (
            <ul aria-label="Accounts found">
              {accounts.map((account) => foundPerson(account, [account.email, account.company]))}
            </ul>
          )}
          {accounts?.length === 0 && (
            <p className={noteClass}>No account outside the workspace matches “{searched}”.</p>
          )}
          {more > 0 && (
            <p className={noteClass}>{countOf(more, 'more account', 'more accounts')}: type more letters.</p>
          )}
          {query.data && query.data.directory !== 'none' && (
            <DirectorySearch {...edit} searched={searched} hasReader={query.data.directory === 'reader'}>
              {(user) =>
                foundPerson({ ...user, id: user.account_id ?? directoryId(user.username) }, [
                  user.email,
                  user.company,
                  user.department,
                ])
              }
            </DirectorySearch>
          )}
        </div>
      )}
    </Card>
  )
}

interface DirectorySearchProps extends MembersEdit {
  searched: string
  /** whether the server searches the directory with an account of its own */
  hasReader: boolean
  children: (user: DirectoryUser) => ReactNode
}

/** Searches the organisation's directory. People without an account get one when they are added. */
function DirectorySearch(props: DirectorySearchProps) {
  const { workspace, searched, hasReader, credentials, onCredentials, children } = props
  const showAlert = useAlert()
  const [answer, setAnswer] = useState<{ searched: string; users: readonly DirectoryUser[] }>()
  const [refusal, setRefusal] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const { login_id = '', login_pw = '' } = credentials ?? {}
  const { change: search, isBusy } = useChange<void, { users: readonly DirectoryUser[] }>({
    confirm() {
      const lacks = asksCredentials && (login_id.trim() === '' || login_pw === '')
      setMissing(lacks)
      return lacks ? null : 'agreed'
    },
    change: (_, send) =>
      send(searchDirectory, { body: { target_user: searched, workspace_id: workspace.id, ...credentials } }),
    isShownOnField: () => true,
    onDone({ users }) {
      setAnswer({ searched, users })
      setRefusal(undefined)
    },
    async onRefused(error) {
      const isCredentials = error instanceof ApiError && error.status === 422
      setRefusal(isCredentials ? sentenceFor(error) : undefined)
      if (!isCredentials && !wasReported(error)) await showAlert('error', sentenceFor(error))
      return true
    },
  })

  const asksCredentials = refusal !== undefined || credentials !== undefined || !hasReader
  const users = answer?.searched === searched ? answer.users : undefined
  return (
    <div className={styles.directory}>
      {asksCredentials && (
        <div className={classNames(layout.two, styles.credentials)}>
          <TextField
            label="Directory ID"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            error={isMissing && login_id.trim() === '' ? messages.fill_out : undefined}
            help="Your own ID in the directory; it is kept on this page only."
            value={login_id}
            onChange={(event) => onCredentials({ login_id: event.currentTarget.value, login_pw })}
          />
          <PasswordField
            label="Directory Password"
            autoComplete="off"
            error={isMissing && login_pw === '' ? messages.fill_out : refusal}
            value={login_pw}
            onChange={(event) => onCredentials({ login_id, login_pw: event.currentTarget.value })}
          />
        </div>
      )}
      <Button small icon={FolderSearch} busy={isBusy} onClick={() => void search()}>
        {`Search the directory for “${searched}”`}
      </Button>
      <div aria-live="polite">
        {users?.length === 0 && <FieldMessage tone="error">{messages.not_registered}</FieldMessage>}
      </div>
      {users && users.length > 0 && <ul aria-label="Found in the directory">{users.map(children)}</ul>}
    </div>
  )
}
