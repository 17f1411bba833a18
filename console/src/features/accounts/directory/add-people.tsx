import type { DirectoryUser } from '@podium/contract/directory.ts'
import { messages } from '@podium/contract/rules.ts'
import { useRef, useState } from 'react'
import { countOf } from '../../../format/number.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { FormAside, FormColumns } from '../../../ui/form/form-columns.tsx'
import { FormFields } from '../../../ui/form/form-frame.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { accountTypeOptions } from '../components/account-words.ts'
import type { AccountDetails } from '../form/account-values.ts'
import styles from './directory.module.css'
import { PeopleList } from './people-list.tsx'
import { PeopleSearch } from './people-search.tsx'
import { PersonPreview } from './person-preview.tsx'
import { useAddPeople } from './use-add-people.tsx'
import { useDirectorySearch } from './use-directory-search.ts'

interface AddPeopleProps {
  withReader: boolean
  onLeave: () => void
}

/** Search, choose, look at what is taken over, and add them all with one account type. */
export function AddPeople({ withReader, onLeave }: AddPeopleProps) {
  const directory = useDirectorySearch()
  const [chosen, setChosen] = useState<readonly DirectoryUser[]>([])
  const [looked, setLooked] = useState<string>()
  const [role, setRole] = useState<AccountDetails['role']>('')
  const [roleError, setRoleError] = useState<string>()
  const roleField = useRef<HTMLSelectElement>(null)
  const { add, progress, failures, forget } = useAddPeople((username, accountId) => {
    directory.markAdded(username, accountId)
    setChosen((before) => before.filter((person) => person.username !== username))
  })
  const leaveFreely = useLeaveGuard(chosen.length > 0, 'Whom you chose is not added.')
  const users = directory.users ?? []
  const shown = [...users, ...chosen].find(({ username }) => username === looked) ?? users[0] ?? chosen[0]

  /** Whoever was chosen in an earlier search stays so. */
  function choose(usernames: string[]) {
    forget()
    const elsewhere = chosen.filter(({ username }) => users.every((user) => user.username !== username))
    setChosen([...elsewhere, ...users.filter(({ username }) => usernames.includes(username))])
  }

  async function addChosen() {
    if (role === '') {
      setRoleError(messages.select_role)
      roleField.current?.focus()
      return
    }
    if (!(await add(chosen, role, directory.provenCredentials()))) return
    leaveFreely()
    onLeave()
  }

  return (
    <FormColumns>
      <Card flush>
        <FormFields>
          <PeopleSearch
            withReader={withReader}
            problem={directory.problem}
            isSearching={directory.isSearching}
            onSearch={(wanted, credentials) => void directory.search(wanted, credentials)}
            onEdit={() => directory.say(undefined)}
          />
          {users.length > 0 && (
            <PeopleList
              users={users}
              chosen={chosen.map(({ username }) => username)}
              failures={failures}
              onChoose={choose}
              onLook={setLooked}
            />
          )}
        </FormFields>
        <SaveBar note={noteOf(chosen.length)}>
          <Button onClick={onLeave}>Cancel</Button>
          <Button
            kind="primary"
            busy={progress !== undefined}
            reason={chosen.length === 0 ? 'Choose somebody first.' : undefined}
            onClick={() => void addChosen()}
          >
            {chosen.length === 0 ? 'Add' : `Add ${chosen.length}`}
          </Button>
        </SaveBar>
      </Card>
      <FormAside label="What becomes of them">
        {progress && (
          <div role="status" className={styles.progress}>
            {`Adding ${progress.done + 1} of ${progress.of}`}
            <ProgressBar label="People added" percent={(100 * progress.done) / progress.of} />
          </div>
        )}
        <Card title="Accounts to be">
          <SelectField
            ref={roleField}
            label="Account Type"
            placeholder={role === '' ? 'Choose an account type' : undefined}
            options={accountTypeOptions}
            value={role}
            error={roleError}
            help="For everybody who is chosen."
            onChange={(event) => {
              setRoleError(undefined)
              setRole(event.currentTarget.value as AccountDetails['role'])
            }}
          />
        </Card>
        {shown && <PersonPreview user={shown} />}
      </FormAside>
    </FormColumns>
  )
}

function noteOf(count: number) {
  if (count === 0) return undefined
  return `${countOf(count, 'person', 'people')} chosen. Anyone who fails is named and stays chosen.`
}
