import { messages } from '@podium/contract/rules.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextButton } from '../../ui/button/text-button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { AttemptsLeft } from './attempts-left.tsx'
import styles from './auth-layout.module.css'
import { type LoginProblem, loginProblem, wantsCode } from './login-problem.ts'
import { signIn } from './sign-in.ts'

interface Problems {
  id?: string
  password?: string
  code?: string
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
  const code = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  // Once ID and password were right, and only for them.
  const [isCodeAsked, setCodeAsked] = useState(false)
  const [isRecovering, setRecovering] = useState(false)
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

  useEffect(() => {
    if (isCodeAsked) code.current?.focus()
  }, [isCodeAsked])

  /** A recovery code has letters, which a phone's keys for digits do not offer. */
  function recover() {
    setRecovering(true)
    code.current?.focus()
  }

  function edited(field: 'id' | 'password') {
    setCodeAsked(false)
    setProblems(({ id, password }) => {
      const other = { ...(id !== undefined && { id }), ...(password !== undefined && { password }) }
      delete other[field]
      return other
    })
  }

  function refuse(error: unknown, id: string) {
    if (wantsCode(error)) return setCodeAsked(true)
    const isWrong = error instanceof ApiError && error.status === 401
    setProblems({
      refused: loginProblem(error, id),
      ...(isWrong && isCodeAsked && { code: messages.otp_wrong }),
    })
    const secret = isCodeAsked ? code.current : password.current
    if (!secret) return
    if (isWrong) secret.value = ''
    secret.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !id.current || !password.current) return
    const typed = {
      id: id.current.value.trim(),
      password: password.current.value,
      code: code.current?.value.trim() ?? '',
    }
    const missing: Problems = {
      ...(typed.id === '' && { id: messages.id_required }),
      ...(typed.password === '' && { password: messages.password_required }),
      ...(isCodeAsked && typed.code === '' && { code: messages.otp_missing }),
    }
    setProblems(missing)
    if (missing.id) return id.current.focus()
    if (missing.password) return password.current.focus()
    if (missing.code) return code.current?.focus()
    setBusy(true)
    try {
      await signIn(session, typed)
      session.remember(rememberMe.current?.checked ? typed.id : '')
      onSignedIn()
    } catch (error) {
      setBusy(false)
      refuse(error, typed.id)
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
        onInput={() => edited('id')}
      />
      <PasswordField
        ref={password}
        label="Password"
        autoComplete="current-password"
        error={problems.password}
        onInput={() => edited('password')}
      />
      {isCodeAsked && (
        <TextField
          ref={code}
          label="One-time code"
          inputMode={isRecovering ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={problems.code}
          help={<CodeHelp recovering={isRecovering} onRecover={recover} />}
          onInput={() => setProblems({})}
        />
      )}
      <Checkbox ref={rememberMe} label="Remember Me" />
      <Button kind="primary" wide type="submit" busy={isBusy}>
        Login
      </Button>
    </form>
  )
}

interface CodeHelpProps {
  recovering: boolean
  onRecover: () => void
}

function CodeHelp({ recovering, onRecover }: CodeHelpProps) {
  if (recovering) return 'One of the recovery codes you kept. Each works once.'
  return (
    <>
      From your authenticator app, or <TextButton onClick={onRecover}>use a recovery code</TextButton>
    </>
  )
}

function helpFor({ cause, attemptsLeft }: LoginProblem) {
  return attemptsLeft === undefined ? cause : <AttemptsLeft left={attemptsLeft} />
}
