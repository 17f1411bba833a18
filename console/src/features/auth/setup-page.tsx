import { finishSetup, readSetup } from '@podium/contract/auth.ts'
import { isEmail, messages, patterns } from '@podium/contract/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fieldMessages, sentenceFor } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { paths } from '../../navigation/paths.ts'
import { useChange } from '../../record/use-change.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { type Messages, useFields } from '../../ui/form/use-fields.ts'
import styles from './auth-layout.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { type NewPassword, NewPasswordFields } from './components/new-password-fields.tsx'
import { enter } from './sign-in.ts'
import { useSecret } from './use-secret.ts'

const EMPTY: SetupValues = { username: '', display_name: '', email: '', password: '', confirmation: '' }

export function Page() {
  const secret = useSecret()
  const setup = useQuery(q(readSetup))
  const isClosed = setup.data?.open === false
  return (
    <AuthLayout
      title="Make the first administrator"
      lead="This page works once. It closes for good when the account is made."
    >
      {isClosed && <Closed />}
      {!isClosed && secret === '' && (
        <Note tone="warn">
          Open the whole set-up link that Podium printed when it started: it carries a secret after the #.
        </Note>
      )}
      {!isClosed && secret !== '' && <SetupForm secret={secret} />}
    </AuthLayout>
  )
}

function Closed() {
  const navigate = useNavigate()
  return (
    <>
      <Note tone="info">The first administrator has been made already.</Note>
      <Button wide onClick={() => void navigate(paths.login())}>
        Go to Login
      </Button>
    </>
  )
}

function SetupForm({ secret }: { secret: string }) {
  const session = useSession()
  const navigate = useNavigate()
  const form = useFields(EMPTY, setupProblems)
  const { values, show, field } = form
  const [refusal, setRefusal] = useState<string>()
  const { change: create, isBusy } = useChange<SetupValues>({
    confirm: (typed) => {
      setRefusal(undefined)
      return show(setupProblems(typed)) ? 'agreed' : null
    },
    change: async ({ password, confirmation: _, ...texts }, send) => {
      const { username, display_name, email } = texts
      const body = {
        secret,
        password,
        username: username.trim(),
        display_name: display_name.trim(),
        email: email.trim(),
      }
      await enter(session, await send(finishSetup, { body }))
    },
    isPlaced: () => true,
    onRefused(error) {
      const placed = fieldMessages(error)
      if (Object.keys(placed).length > 0) show(placed)
      else if (isAboutPassword(error)) show({ password: sentenceFor(error) })
      else setRefusal(sentenceFor(error))
      return true
    },
    onDone: () => navigate({ ...paths.overview(), replace: true }),
  })

  return (
    <form
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void create(form.values)
      }}
    >
      <TextField
        {...field('username')}
        label="ID"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...field('display_name')} label="User Name" autoComplete="name" />
      <TextField {...field('email')} label="Email Address" type="email" autoComplete="email" />
      <NewPasswordFields
        label="Password"
        form={form}
        about={[values.username, values.display_name, values.email]}
      />
      {refusal !== undefined && <Note tone="bad">{refusal}</Note>}
      <Button kind="primary" wide type="submit" busy={isBusy}>
        Create
      </Button>
    </form>
  )
}

/** A 422 with a sentence and no field is the server's judgement of the password. */
function isAboutPassword(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 422
}

type SetupValues = NewPassword & {
  username: string
  display_name: string
  email: string
}

const FIELDS: readonly (keyof SetupValues)[] = [
  'username',
  'display_name',
  'email',
  'password',
  'confirmation',
]

/** What is wrong with each field, as far as the browser can tell. */
function setupProblems(values: SetupValues): Messages<SetupValues> {
  const problems: Messages<SetupValues> = {}
  for (const field of FIELDS) if (values[field].trim() === '') problems[field] = messages.fill_out
  if (!problems.username && !patterns.username.test(values.username.trim()))
    problems.username = 'Use letters, digits and . _ @ -, at most 64 characters.'
  if (!problems.email && !isEmail(values.email.trim())) problems.email = messages.check_email
  if (!problems.confirmation && values.confirmation !== values.password)
    problems.confirmation = messages.confirmation_differs
  return problems
}
