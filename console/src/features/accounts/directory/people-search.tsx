import { type DirectoryUser, searchDirectory } from '@podium/contract/calls/directory.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { useRef, useState } from 'react'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { useChange } from '../../../record/use-change.ts'
import layout from '../../../theme/layout.module.css'
import { Note } from '../../../ui/feedback/note.tsx'
import { ActionField, PasswordField, TextField } from '../../../ui/form/text-field.tsx'
import { useFields } from '../../../ui/form/use-fields.ts'

const EMPTY = { login_id: '', login_pw: '', wanted: '' }

/**
 * Searches the directory for people.
 * @param withReader whether the server has a directory account of its own for this
 */
export function useDirectorySearch(withReader: boolean) {
  const [users, setUsers] = useState<readonly DirectoryUser[]>([])
  const [problem, setProblem] = useState('')
  /** The credentials of the last successful search, used again when people are added. */
  const proven = useRef<{ login_id?: string; login_pw?: string }>({})
  const form = useFields(EMPTY, () => ({}))

  const { change: search, isBusy } = useChange<typeof EMPTY, readonly DirectoryUser[]>({
    confirm({ login_id, login_pw, wanted }) {
      setProblem('')
      const isComplete = form.show({
        ...(!withReader && login_id === '' && { login_id: messages.fill_out }),
        ...(!withReader && login_pw === '' && { login_pw: messages.fill_out }),
        ...(wanted === '' && { wanted: messages.fill_out }),
      })
      return isComplete ? 'agreed' : null
    },
    async change({ wanted, ...typed }, send) {
      const credentials = withReader ? {} : typed
      const found = await send(searchDirectory, { body: { target_user: wanted, ...credentials } })
      proven.current = credentials
      return found.users
    },
    isShownOnField: () => true,
    onDone(found) {
      setUsers(found)
      if (found.length === 0) form.show({ wanted: messages.not_registered })
    },
    onRefused(error) {
      setUsers([])
      const sentence = sentenceFor(error)
      const isAboutLogin = sentence === messages.invalid_credentials
      if (isAboutLogin && !withReader) form.show({ login_pw: sentence })
      else if (!isAboutLogin && error instanceof ApiError && error.status === 422)
        form.show({ wanted: sentence })
      else setProblem(sentence)
      return true
    },
  })

  return {
    withReader,
    form,
    users,
    problem,
    proven,
    isSearching: isBusy,
    search() {
      const { login_id, login_pw, wanted } = form.values
      return search({ login_id: login_id.trim(), login_pw, wanted: wanted.trim() })
    },
    /** Marks a person as added without searching again. */
    markAdded: (username: string, account_id: string) =>
      setUsers((known) => known.map((user) => (user.username === username ? { ...user, account_id } : user))),
  }
}

export type DirectorySearch = ReturnType<typeof useDirectorySearch>

/** The search form. Asks for the person's directory password if the server has no directory account. */
export function PeopleSearch({ directory }: { directory: DirectorySearch }) {
  const { withReader, form, problem, isSearching, search } = directory
  return (
    <form
      noValidate
      method="post"
      aria-label="Search the directory"
      className={layout.stackClose}
      onSubmit={(event) => {
        event.preventDefault()
        void search()
      }}
    >
      {!withReader && (
        <div className={layout.two}>
          <TextField
            {...form.field('login_id')}
            label="Directory ID"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
          <PasswordField
            {...form.field('login_pw')}
            label="Directory Password"
            autoComplete="off"
            help="Your own, used to search for people and to add them. It is not stored."
          />
        </div>
      )}
      <ActionField
        {...form.field('wanted')}
        label="ID or name"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        action="Search"
        checking={isSearching}
      />
      {problem !== '' && (
        <Note tone="bad" live>
          {problem}
        </Note>
      )}
    </form>
  )
}
