import { type DirectoryUser, searchDirectory } from '@podium/contract/directory.ts'
import { messages } from '@podium/contract/rules.ts'
import { useRef, useState } from 'react'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { ActionField, PasswordField, TextField } from '../../../ui/form/text-field.tsx'
import { type Messages, useFields } from '../../../ui/form/use-fields.ts'
import styles from './directory.module.css'

export type Credentials = {
  login_id: string
  login_pw: string
}

type Wanted = Credentials & { wanted: string }

interface SearchProblem {
  /** at the credentials, at what is looked for, or about the search as a whole */
  showAt: 'login_pw' | 'wanted' | 'search'
  sentence: string
}

const EMPTY: Wanted = { login_id: '', login_pw: '', wanted: '' }

/** Looks for people in the directory. A later search outruns an earlier one. */
export function useDirectorySearch() {
  const [users, setUsers] = useState<readonly DirectoryUser[]>()
  const [problem, setProblem] = useState<SearchProblem>()
  const [searching, setSearching] = useState<symbol>()
  const latest = useRef<symbol>(undefined)
  const proven = useRef<Credentials>(undefined)

  async function search(wanted: string, credentials: Credentials | undefined) {
    const mine = Symbol('search')
    latest.current = mine
    setSearching(mine)
    const answer = await ask(wanted, credentials)
    if (latest.current !== mine) return
    setSearching(undefined)
    if (answer.users) proven.current = credentials
    setUsers(answer.users)
    setProblem(answer.problem)
  }

  /** A person was added: the list knows it without another search. */
  function markAdded(username: string, accountId: string) {
    setUsers((known) =>
      known?.map((user) => (user.username === username ? { ...user, account_id: accountId } : user)),
    )
  }

  return {
    users,
    problem,
    isSearching: searching !== undefined,
    search,
    markAdded,
    forgetProblem: () => setProblem(undefined),
    /** What the last search was let in with, for the questions that adding asks. */
    provenCredentials: () => proven.current,
  }
}

interface Answer {
  users?: readonly DirectoryUser[]
  problem?: SearchProblem
}

async function ask(target_user: string, credentials: Credentials | undefined): Promise<Answer> {
  try {
    const { users } = await call(searchDirectory, {
      body: { target_user, ...credentials },
      place: () => true,
    })
    if (users.length > 0) return { users }
    return { users, problem: { showAt: 'wanted', sentence: messages.not_registered } }
  } catch (error) {
    const sentence = sentenceFor(error)
    if (sentence === messages.invalid_credentials) return { problem: { showAt: 'login_pw', sentence } }
    const isRefused = error instanceof ApiError && error.status === 422
    return { problem: { showAt: isRefused ? 'wanted' : 'search', sentence } }
  }
}

interface PeopleSearchProps {
  /** whether the server looks people up with an account of its own */
  withReader: boolean
  directory: ReturnType<typeof useDirectorySearch>
}

/** Who is looked for, and with whose directory password where the server has none. */
export function PeopleSearch({ withReader, directory }: PeopleSearchProps) {
  const { problem, isSearching, search, forgetProblem } = directory
  const form = useFields(EMPTY, () => ({}))
  const { values } = form

  function field(name: keyof Wanted) {
    const { onChange, error, ...bound } = form.field(name)
    return {
      ...bound,
      error: error ?? (problem?.showAt === name ? problem.sentence : undefined),
      onChange(event: Parameters<typeof onChange>[0]) {
        onChange(event)
        if (problem) forgetProblem()
      },
    }
  }

  function submit() {
    const login_id = values.login_id.trim()
    const wanted = values.wanted.trim()
    const missing: Messages<Wanted> = {
      ...(!withReader && login_id === '' && { login_id: messages.fill_out }),
      ...(!withReader && values.login_pw === '' && { login_pw: messages.fill_out }),
      ...(wanted === '' && { wanted: messages.fill_out }),
    }
    if (!form.show(missing)) return
    void search(wanted, withReader ? undefined : { login_id, login_pw: values.login_pw })
  }

  const elsewhere = withReader ? ['search', 'login_pw'] : ['search']
  return (
    <form
      noValidate
      method="post"
      aria-label="Search the directory"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSearching) submit()
      }}
    >
      {!withReader && (
        <div className={styles.credentials}>
          <TextField
            {...field('login_id')}
            label="Directory ID"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
          <PasswordField
            {...field('login_pw')}
            label="Directory Password"
            autoComplete="off"
            help="Yours, to search and to add people with. It is kept nowhere."
          />
        </div>
      )}
      <ActionField
        {...field('wanted')}
        label="ID or name"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        action="Search"
        checking={isSearching}
      />
      {problem && elsewhere.includes(problem.showAt) && (
        <Note tone="bad" live>
          {problem.sentence}
        </Note>
      )}
    </form>
  )
}
