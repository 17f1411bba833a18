import { createAccount, listAccounts } from '@podium/contract/accounts.ts'
import type { DirectoryUser } from '@podium/contract/directory.ts'
import type { AccountRole } from '@podium/contract/permissions.ts'
import { roleLabels } from '@podium/contract/permissions.ts'
import { outcomes } from '@podium/contract/rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceFor, wasSaid } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { namesOf } from '../components/account-words.ts'
import { FailureList } from '../components/failure-list.tsx'
import type { Credentials } from './use-directory-search.ts'

export interface Progress {
  done: number
  of: number
}

export type Failures = Readonly<Record<string, string>>

/** Adds people one by one: those who fail are named with the reason, and stay chosen to be tried alone. */
export function useAddPeople(onAdded: (username: string, accountId: string) => void) {
  const confirm = useConfirm()
  const showAlert = useAlert()
  const queries = useQueryClient()
  const isUnderWay = useRef(false)
  const [progress, setProgress] = useState<Progress>()
  const [failures, setFailures] = useState<Failures>({})

  async function addEach(
    people: readonly DirectoryUser[],
    role: AccountRole,
    credentials: Credentials | undefined,
  ): Promise<Failures> {
    const failed: Record<string, string> = {}
    for (const [at, person] of people.entries()) {
      setProgress({ done: at, of: people.length })
      try {
        const { id } = await call(createAccount, {
          query: { login_type: 'ldap' },
          body: { ...detailsOf(person), role, ...credentials },
          place: () => true,
        })
        onAdded(person.username, id)
      } catch (error) {
        // Without a session or the right to it the others would fail alike.
        if (wasSaid(error)) throw error
        failed[person.username] = sentenceFor(error)
      }
    }
    return failed
  }

  async function say(people: readonly DirectoryUser[], failed: Failures) {
    const names = Object.keys(failed)
    if (names.length === 0) return showAlert('success', outcomes.add.done)
    const accounts = names.map((username) => ({ id: username, username }))
    const list = <FailureList accounts={accounts} details={failed} done={people.length - names.length} />
    return showAlert('error', outcomes.add.failed, list)
  }

  /** Answers whether everybody was added. */
  async function add(
    people: readonly DirectoryUser[],
    role: AccountRole,
    credentials: Credentials | undefined,
  ): Promise<boolean> {
    if (isUnderWay.current || people.length === 0) return false
    isUnderWay.current = true
    try {
      const names = namesOf(people.map(({ username }) => username))
      if (!(await confirm('add', `${names}, of type ${roleLabels[role]}`))) return false
      const failed = await addEach(people, role, credentials)
      setFailures(failed)
      setProgress(undefined)
      void queries.invalidateQueries({ queryKey: [listAccounts.id] })
      await say(people, failed)
      return Object.keys(failed).length === 0
    } catch (error) {
      if (!wasSaid(error)) throw error
      return false
    } finally {
      setProgress(undefined)
      isUnderWay.current = false
    }
  }

  return { add, progress, failures, forget: () => setFailures({}) }
}

/** As it was previewed; what is empty the server asks the directory for. */
function detailsOf({ account_id: _, ...person }: DirectoryUser) {
  return person
}
