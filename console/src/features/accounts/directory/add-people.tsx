import { createAccount } from '@podium/contract/calls/accounts.ts'
import type { DirectoryUser } from '@podium/contract/calls/directory.ts'
import { type AccountRole, roleLabels } from '@podium/contract/rules/permissions.ts'
import { messages, outcomes } from '@podium/contract/rules/rules.ts'
import { useState } from 'react'
import { sentenceFor, wasReported } from '../../../api/api-error.ts'
import { countOf } from '../../../format/number.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useChange } from '../../../record/use-change.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { FormColumns, FormFields, FormSidebar, SaveBar } from '../../../ui/form/form-frame.tsx'
import { CheckRows } from '../../../ui/form/options.tsx'
import { SelectField } from '../../../ui/form/select.tsx'
import { useFields } from '../../../ui/form/use-fields.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { Tile } from '../../../ui/layout/tile.tsx'
import { accountTypeOptions, namesOf } from '../components/account-words.ts'
import styles from '../components/accounts.module.css'
import { AccountFailures } from '../components/use-account-actions.tsx'
import { VerifySignIn } from '../components/verify-sign-in.tsx'
import { type AccountDetails, DETAIL_NAMES, DETAIL_TEXTS } from '../form/account-values.ts'
import { type DirectorySearch, PeopleSearch, useDirectorySearch } from './people-search.tsx'

const SHOWN_AT_MOST = 50

/** Searches the directory, shows what is taken over from it, and adds the selected people with one account type. */
export function AddPeople({ withReader, onLeave }: { withReader: boolean; onLeave: () => void }) {
  const directory = useDirectorySearch(withReader)
  const { users } = directory
  const [chosen, setChosen] = useState<readonly DirectoryUser[]>([])
  const [looked, setLooked] = useState<string>()
  const form = useFields<Pick<AccountDetails, 'role'>>({ role: '' }, () => ({}))
  const { role } = form.values
  const leaveFreely = useLeaveGuard(chosen.length > 0, 'The people you chose are not added.')
  const { add, progress, failures, forget } = useAddPeople(
    directory,
    (username) => setChosen((before) => before.filter((person) => person.username !== username)),
    () => {
      leaveFreely()
      onLeave()
    },
  )
  const shown = [...users, ...chosen].find(({ username }) => username === looked) ?? users[0] ?? chosen[0]

  /** Keeps people who were chosen in an earlier search. */
  function choose(usernames: string[]) {
    forget()
    const elsewhere = chosen.filter(({ username }) => users.every((user) => user.username !== username))
    setChosen([...elsewhere, ...users.filter(({ username }) => usernames.includes(username))])
  }

  function addChosen() {
    if (role === '') form.show({ role: messages.select_role })
    else void add({ people: chosen, role })
  }

  return (
    <FormColumns>
      <Card flush>
        <FormFields>
          <PeopleSearch directory={directory} />
          {users.length > 0 && (
            <div className={classNames(layout.stackTight, styles.found)}>
              <p role="status" className={text.note}>
                {users.length < SHOWN_AT_MOST
                  ? `${countOf(users.length, 'person', 'people')} found`
                  : `The first ${SHOWN_AT_MOST} are shown. Type more of the name to narrow the search.`}
              </p>
              <CheckRows
                legend="Found in the directory"
                chosen={chosen.map(({ username }) => username)}
                onChange={choose}
                onLook={setLooked}
                rows={users.map((user) => ({
                  value: user.username,
                  title: user.username,
                  sub: failures[user.username] ? (
                    <span className={text.crimson}>{failures[user.username]}</span>
                  ) : (
                    [user.display_name, user.department].filter(Boolean).join(', ')
                  ),
                  picture: <Tile of={user.username} round />,
                  amount:
                    user.email === '' ? <span className={text.warn}>no e-mail address</span> : undefined,
                  disabledReason: user.account_id === null ? undefined : 'already added',
                }))}
              />
            </div>
          )}
        </FormFields>
        <SaveBar
          note={
            chosen.length > 0 &&
            `${countOf(chosen.length, 'person', 'people')} chosen. Those who cannot be added stay chosen, with the reason.`
          }
        >
          <Button onClick={onLeave}>Cancel</Button>
          <Button
            kind="primary"
            busy={progress !== undefined}
            disabledReason={chosen.length === 0 ? 'Choose a person first.' : undefined}
            onClick={addChosen}
          >
            {chosen.length === 0 ? 'Add' : `Add ${chosen.length}`}
          </Button>
        </SaveBar>
      </Card>
      <FormSidebar label="Account type and preview">
        {progress && (
          <div role="status" className={classNames(layout.stackTight, text.small, text.muted)}>
            {`Adding ${progress.done + 1} of ${progress.of}`}
            <ProgressBar label="People added" percent={(100 * progress.done) / progress.of} />
          </div>
        )}
        <Card title="New accounts">
          <SelectField
            {...form.field('role')}
            label="Account Type"
            placeholder={role === '' ? 'Choose an account type' : undefined}
            options={accountTypeOptions}
            help="Applies to everyone you chose."
          />
        </Card>
        {shown && (
          <Card
            title={`Preview of ${shown.username}`}
            trailing={<VerifySignIn key={shown.username} username={shown.username} />}
          >
            <DefinitionList
              items={[
                { term: 'ID', value: shown.username },
                ...DETAIL_TEXTS.map((field) => ({ term: DETAIL_NAMES[field], value: shown[field] })),
              ]}
            />
          </Card>
        )}
      </FormSidebar>
    </FormColumns>
  )
}

interface Addition {
  people: readonly DirectoryUser[]
  role: AccountRole
}

type Failures = Readonly<Record<string, string>>

/** Adds people one by one. Those that fail are named with the reason and stay selected, to be tried again. */
function useAddPeople(
  { proven, markAdded }: DirectorySearch,
  onAdded: (username: string) => void,
  onAll: () => void,
) {
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const [failures, setFailures] = useState<Failures>({})

  const { change: add } = useChange<Addition, Failures>({
    outcome: 'add',
    confirm: ({ people, role }) => ({
      mode: 'add',
      detail: `${namesOf(people)}, of type ${roleLabels[role]}`,
    }),
    async change({ people, role }, send) {
      const failed: Record<string, string> = {}
      try {
        for (const [at, { account_id: _, ...person }] of people.entries()) {
          setProgress({ done: at, of: people.length })
          try {
            // The server asks the directory for the fields that are empty in the preview.
            const { id } = await send(createAccount, {
              query: { login_type: 'ldap' },
              body: { ...person, role, ...proven.current },
            })
            markAdded(person.username, id)
            onAdded(person.username)
          } catch (error) {
            // After a lost session or a missing right all others would fail too.
            if (wasReported(error)) throw error
            failed[person.username] = sentenceFor(error)
          }
        }
      } finally {
        setProgress(undefined)
      }
      return failed
    },
    isShownOnField: () => true,
    onDone: setFailures,
    tell(failed, { people }) {
      const left = Object.entries(failed).map(([username, reason]) => ({ username, reason }))
      if (left.length === 0) return { alert: 'success', text: outcomes.add.done }
      const list = <AccountFailures failures={left} done={people.length - left.length} />
      return { alert: 'error', text: outcomes.add.failed, detail: list }
    },
    onReported: (failed) => Object.keys(failed).length === 0 && onAll(),
  })

  return { add, progress, failures, forget: () => setFailures({}) }
}
