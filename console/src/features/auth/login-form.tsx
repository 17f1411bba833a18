import { messages } from '@podium/contract/rules.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AttemptsLeft } from './attempts-left.tsx'
import styles from './auth-layout.module.css'
import { type LoginProblem, loginProblem } from './login-problem.ts'
import { signIn } from './sign-in.ts'

interface Problems {
  id?: string
  password?: string
  /** the server's refusal; stands under the ID field */
  refused?: LoginProblem
}

/**
 * Its fields are read from the page and have no name: what was typed before the script arrived stays, and nothing of
 * it can get into an address.
 */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const session = useSession()
  const form = useRef<HTMLFormElement>(null)
  const id = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const rememberMe = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    const remembered = session.remembered()
    if (remembered === '' || !id.current || !rememberMe.current) return
    rememberMe.current.checked = true
    if (id.current.value === '') id.current.value = remembered
  }, [session])

  // Enter pressed before this page could act was noted by early.js.
  useEffect(() => {
    const { dataset } = document.documentElement
    const isWaiting = dataset.early === '1'
    dataset.ready = '1'
    delete dataset.early
    if (isWaiting) form.current?.requestSubmit()
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !id.current || !password.current) return
    const typed = { id: id.current.value.trim(), password: password.current.value }
    const missing: Problems = {
      ...(typed.id === '' && { id: messages.id_required }),
      ...(typed.password === '' && { password: messages.password_required }),
    }
    setProblems(missing)
    if (missing.id) return id.current.focus()
    if (missing.password) return password.current.focus()
    setBusy(true)
    try {
      await signIn(session, typed.id, typed.password)
      session.remember(rememberMe.current?.checked ? typed.id : '')
      onSignedIn()
    } catch (error) {
      setProblems({ refused: loginProblem(error, typed.id) })
      setBusy(false)
      if (error instanceof ApiError && error.status === 401) password.current.value = ''
      password.current.focus()
    }
  }

  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={submit}>
      <TextField
        ref={id}
        label="ID"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={problems.id ?? problems.refused?.message}
        help={problems.refused && helpFor(problems.refused)}
        onInput={() => setProblems(({ password }) => (password === undefined ? {} : { password }))}
      />
      <PasswordField
        ref={password}
        label="Password"
        autoComplete="current-password"
        error={problems.password}
        onInput={() => setProblems(({ id }) => (id === undefined ? {} : { id }))}
      />
      <Checkbox ref={rememberMe} label="Remember Me" />
      <Button kind="primary" wide type="submit" busy={isBusy}>
        Login
      </Button>
    </form>
  )
}

function helpFor({ cause, attemptsLeft }: LoginProblem) {
  return attemptsLeft === undefined ? cause : <AttemptsLeft left={attemptsLeft} />
}
