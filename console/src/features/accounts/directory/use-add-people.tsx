import { createAccount } from '@podium/contract/accounts.ts'
import type { DirectoryUser } from '@podium/contract/directory.ts'
import { type AccountRole, roleLabels } from '@podium/contract/permissions.ts'
import { outcomes } from '@podium/contract/rules.ts'
import { useState } from 'react'
import { sentenceFor, wasTold } from '../../../api/api-error.ts'
import { useChange } from '../../../record/use-change.ts'
import { namesOf } from '../components/account-words.ts'
import { FailureList } from '../components/failure-list.tsx'
import type { Credentials } from './people-search.tsx'

interface Addition {
  people: readonly DirectoryUser[]
  role: AccountRole
  credentials: Credentials | undefined
}

export type Failures = Readonly<Record<string, string>>

/** Adds people one by one: those who fail are named with the reason, and stay chosen to be tried alone. */
export function useAddPeople(onAdded: (username: string, accountId: string) => void, onAll: () => void) {
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const [failures, setFailures] = useState<Failures>({})

  const { change: add } = useChange<Addition, Failures>({
    outcome: 'add',
    confirm: ({ people, role }) => ({
      mode: 'add',
      detail: `${namesOf(people.map(({ username }) => username))}, of type ${roleLabels[role]}`,
    }),
    async change({ people, role, credentials }, send) {
      const failed: Record<string, string> = {}
      for (const [at, { account_id: _, ...person }] of people.entries()) {
        setProgress({ done: at, of: people.length })
        try {
          // What is empty in the preview the server asks the directory for.
          const { id } = await send(createAccount, {
            query: { login_type: 'ldap' },
            body: { ...person, role, ...credentials },
          })
          onAdded(person.username, id)
        } catch (error) {
          // Without a session or the right to it the others would fail alike.
          if (wasTold(error)) {
            setProgress(undefined)
            throw error
          }
          failed[person.username] = sentenceFor(error)
        }
      }
      setProgress(undefined)
      return failed
    },
    isPlaced: () => true,
    onDone: setFailures,
    tell(failed, { people }) {
      const accounts = Object.keys(failed).map((username) => ({ id: username, username }))
      if (accounts.length === 0) return { alert: 'success', text: outcomes.add.done }
      const list = <FailureList accounts={accounts} details={failed} done={people.length - accounts.length} />
      return { alert: 'error', text: outcomes.add.failed, detail: list }
    },
    onTold: (failed) => Object.keys(failed).length === 0 && onAll(),
  })

  return { add, progress, failures, forget: () => setFailures({}) }
}
