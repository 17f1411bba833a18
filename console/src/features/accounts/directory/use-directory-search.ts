import { type DirectoryUser, searchDirectory } from '@podium/contract/directory.ts'
import { messages } from '@podium/contract/rules.ts'
import { useRef, useState } from 'react'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'

export interface Credentials {
  login_id: string
  login_pw: string
}

export interface SearchProblem {
  /** at the credentials, at what is looked for, or about the search as a whole */
  place: 'credentials' | 'wanted' | 'search'
  sentence: string
}

/** Looks for people in the directory. A later search outruns an earlier one. */
export function useDirectorySearch() {
  const [users, setUsers] = useState<readonly DirectoryUser[]>()
  const [problem, setProblem] = useState<SearchProblem>()
  const [isSearching, setSearching] = useState(false)
  const asked = useRef(0)
  const proven = useRef<Credentials>(undefined)

  async function search(wanted: string, credentials: Credentials | undefined) {
    asked.current += 1
    const mine = asked.current
    setSearching(true)
    const answer = await ask(wanted, credentials)
    if (mine !== asked.current) return
    setSearching(false)
    if (answer.users) proven.current = credentials
    setUsers(answer.users)
    setProblem(answer.problem)
  }

  /** Somebody was added meanwhile: the list knows it without another search. */
  function markAdded(username: string, accountId: string) {
    setUsers((known) =>
      known?.map((user) => (user.username === username ? { ...user, account_id: accountId } : user)),
    )
  }

  /** What the last search was let in with, for the questions that adding asks. */
  const provenCredentials = () => proven.current

  return { users, problem, provenCredentials, isSearching, search, markAdded, say: setProblem }
}

interface Answer {
  users?: readonly DirectoryUser[]
  problem?: SearchProblem
}

async function ask(wanted: string, credentials: Credentials | undefined): Promise<Answer> {
  try {
    const { users } = await call(searchDirectory, {
      body: {
        target_user: wanted,
        ...credentials,
      },
      place: () => true,
    })
    if (users.length > 0) return { users }
    return { users, problem: { place: 'wanted', sentence: messages.not_registered } }
  } catch (error) {
    const sentence = sentenceFor(error)
    if (sentence === messages.invalid_credentials) return { problem: { place: 'credentials', sentence } }
    const isRefused = error instanceof ApiError && error.status === 422
    return { problem: { place: isRefused ? 'wanted' : 'search', sentence } }
  }
}
