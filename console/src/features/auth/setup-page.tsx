import { finishSetup, readSetup } from '@podium/contract/auth.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fieldMessages, sentenceFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { q } from '../../api/query.ts'
import { paths } from '../../navigation/paths.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useCheckedForm } from '../../ui/form/use-checked-form.ts'
import styles from './auth-layout.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { NewPasswordFields } from './components/new-password-fields.tsx'
import { type SetupValues, setupFields, setupProblems } from './setup-form.ts'
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
  const { values, errors, change, show, refOf } = useCheckedForm(EMPTY, setupFields, setupProblems)
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setRefusal(undefined)
    if (isBusy || !show(setupProblems(values))) return
    setBusy(true)
    const { password, confirmation, ...texts } = values
    const body = { secret, password, ...trimmed(texts) }
    try {
      await enter(session, await call(finishSetup, { body, place: () => true }))
      await navigate({ ...paths.overview(), replace: true })
    } catch (error) {
      const placed = fieldMessages(error)
      if (Object.keys(placed).length > 0) show(placed)
      else if (isAboutPassword(error)) show({ password: sentenceFor(error) })
      else setRefusal(sentenceFor(error))
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <TextField
        ref={refOf('username')}
        label="ID"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={values.username}
        error={errors.username}
        onChange={(event) => change({ username: event.currentTarget.value })}
      />
      <TextField
        ref={refOf('display_name')}
        label="User Name"
        autoComplete="name"
        value={values.display_name}
        error={errors.display_name}
        onChange={(event) => change({ display_name: event.currentTarget.value })}
      />
      <TextField
        ref={refOf('email')}
        label="Email Address"
        type="email"
        autoComplete="email"
        value={values.email}
        error={errors.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <NewPasswordFields
        label="Password"
        values={values}
        about={[values.username, values.display_name, values.email]}
        error={errors.password}
        confirmationError={errors.confirmation}
        passwordRef={refOf('password')}
        confirmationRef={refOf('confirmation')}
        onChange={change}
      />
      {refusal !== undefined && <Note tone="bad">{refusal}</Note>}
      <Button kind="primary" wide type="submit" busy={isBusy}>
        Create
      </Button>
    </form>
  )
}

function trimmed<Texts extends Record<string, string>>(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])) as Texts
}

/** A 422 with a sentence and no field is the server's judgement of the password. */
function isAboutPassword(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 422
}
