import { messages } from '@podium/contract/rules.ts'
import { useRef, useState } from 'react'
import { Note } from '../../../ui/feedback/note.tsx'
import { ActionField } from '../../../ui/form/action-field.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import styles from './directory.module.css'
import type { Credentials, SearchProblem } from './use-directory-search.ts'

interface PeopleSearchProps {
  /** whether the server looks people up with an account of its own */
  withReader: boolean
  problem: SearchProblem | undefined
  isSearching: boolean
  onSearch: (wanted: string, credentials: Credentials | undefined) => void
  onEdit: () => void
}

type Missing = Partial<Record<'id' | 'password' | 'wanted', string>>

/** Who is looked for, and with whose directory password where the server has none. */
export function PeopleSearch({ withReader, problem, isSearching, onSearch, onEdit }: PeopleSearchProps) {
  const form = useRef<HTMLFormElement>(null)
  const [wanted, setWanted] = useState('')
  const [credentials, setCredentials] = useState<Credentials>({ login_id: '', login_pw: '' })
  const [missing, setMissing] = useState<Missing>({})
  const said = (place: SearchProblem['place']) => (problem?.place === place ? problem.sentence : undefined)

  function edited() {
    setMissing({})
    if (problem) onEdit()
  }

  function submit() {
    const target = wanted.trim()
    const found: Missing = {
      ...(!withReader && credentials.login_id.trim() === '' && { id: messages.fill_out }),
      ...(!withReader && credentials.login_pw === '' && { password: messages.fill_out }),
      ...(target === '' && { wanted: messages.fill_out }),
    }
    setMissing(found)
    const first = (['id', 'password', 'wanted'] as const).find((field) => found[field] !== undefined)
    if (first) form.current?.querySelector<HTMLInputElement>(`[data-field="${first}"]`)?.focus()
    else onSearch(target, withReader ? undefined : { ...credentials, login_id: credentials.login_id.trim() })
  }

  return (
    <form
      ref={form}
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
            data-field="id"
            label="Directory ID"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={credentials.login_id}
            error={missing.id}
            onChange={(event) => {
              edited()
              setCredentials({ ...credentials, login_id: event.currentTarget.value })
            }}
          />
          <PasswordField
            data-field="password"
            label="Directory Password"
            autoComplete="off"
            value={credentials.login_pw}
            error={missing.password ?? said('credentials')}
            help="Yours, to search and to add people with. It is kept nowhere."
            onChange={(event) => {
              edited()
              setCredentials({ ...credentials, login_pw: event.currentTarget.value })
            }}
          />
        </div>
      )}
      <ActionField
        data-field="wanted"
        label="ID or name"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        action="Search"
        checking={isSearching}
        value={wanted}
        error={missing.wanted ?? said('wanted')}
        onChange={(event) => {
          edited()
          setWanted(event.currentTarget.value)
        }}
      />
      {problem?.place === 'search' && (
        <Note tone="bad" live>
          {problem.sentence}
        </Note>
      )}
      {withReader && said('credentials') !== undefined && (
        <Note tone="bad" live>
          {said('credentials')}
        </Note>
      )}
    </form>
  )
}
