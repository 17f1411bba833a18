import { login } from '@podium/contract/calls/auth.ts'
import { failedAttempts, limits, messages } from '@podium/contract/rules/rules.ts'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { formatDateTimeUtc } from '../../format/date-time.ts'
import { useSession } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { Button, TextButton } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { PasswordField, TextField } from '../../ui/form/text-field.tsx'
import styles from './auth-layout.module.css'
import { useHelpContact } from './components/use-help-contact.tsx'
import { enter, SignInNotStored } from './sign-in.ts'

interface Problems {
  id?: string | undefined
  password?: string | undefined
  code?: string | undefined
  /** the server's refusal; shown under the ID field */
  refused?: Refusal
}

/**
 * The login form. Its fields are uncontrolled, which keeps text that was typed before the script loaded, and have no
 * name, so that the browser never sends them by itself.
 */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const session = useSession()
  const form = useRef<HTMLFormElement>(null)
  const id = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const rememberMe = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  // True once ID and password were accepted; false again when either is edited.
  const [isCodeAsked, setCodeAsked] = useState(false)
  const [isRecovering, setRecovering] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const contact = useHelpContact()

  useEffect(() => {
    const remembered = session.remembered()
    if (!id.current || !rememberMe.current) return
    if (remembered !== '') {
      rememberMe.current.checked = true
      if (id.current.value === '') id.current.value = remembered
    }
    const first = (id.current.value === '' ? id : password).current
    if (!first) return
    first.dataset.firstField = ''
    // Do not move the focus of a person who typed before the script loaded.
    if (document.activeElement === document.body) first.focus()
  }, [session])

  // early.js has recorded whether Enter was pressed before this script loaded.
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

  /** Switches to the letter keyboard: a phone's digit keyboard cannot type a recovery code. */
  function recover() {
    setRecovering(true)
    code.current?.focus()
  }

  function edited(field: 'id' | 'password') {
    setCodeAsked(false)
    setProblems(({ id, password }) => (field === 'id' ? { password } : { id }))
  }

  function refuse(error: unknown, id: string) {
    if (wantsCode(error)) return setCodeAsked(true)
    const isWrong = error instanceof ApiError && error.status === 401
    setProblems({
      refused: refusalOf(error, id, contact),
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
      code: code.current?.value.normalize('NFKC').trim() ?? '',
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
      const { id: login_id, password: login_pw, code: otp } = typed
      const body = { login_id, login_pw, ...(otp !== '' && { otp }) }
      const person = await call(login, { body, showsRefusals: true })
      await enter(session, person)
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
        help={problems.refused?.help}
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
          help={
            isRecovering ? (
              'One of the recovery codes you kept. Each works once.'
            ) : (
              <>
                From your authenticator app, or <TextButton onClick={recover}>use a recovery code</TextButton>
              </>
            )
          }
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

const TRIES = Array.from({ length: limits.login_failures }, (_, at) => at + 1)

/** Says how many attempts are left before the account is locked, in words and as dots. */
function AttemptsLeft({ left }: { left: number }) {
  const used = limits.login_failures - left
  return (
    <span className={layout.between}>
      <span>
        {left} attempt{left === 1 ? '' : 's'} left before this account is locked.
      </span>
      <span className={styles.dots} aria-hidden="true">
        {TRIES.map((attempt) => (
          <span key={attempt} className={classNames(styles.dot, attempt <= used && styles.used)} />
        ))}
      </span>
    </span>
  )
}

/** The text under the ID field after a refused login; `help` is its second line. */
interface Refusal {
  message: string
  help?: ReactNode
}

/**
 * Returns the message for a refused login, in the exact words that the product promises.
 * @param contact the second line of a message that says to contact the admin
 */
function refusalOf(error: unknown, id: string, contact: ReactNode): Refusal {
  if (error instanceof SignInNotStored) return { message: error.message }
  if (!(error instanceof ApiError)) return { message: messages.server_error, help: String(error) }
  if (error.status === 500) return { message: messages.login_invalid }
  if (error.status !== 401) return { message: messages.server_error, help: error.message }
  const { error_code, login_fail_count, utc_last_login_at } = detailOf(error)
  switch (error_code) {
    case 'USER.LOGIN.000':
      return { message: `Locked, ${id} is a deleted user` }
    case 'USER.LOGIN.001':
      return failedOnce(typeof login_fail_count === 'number' ? login_fail_count : undefined)
    case 'USER.LOGIN.002':
      return { message: messages.login_locked, help: contact }
    case 'USER.LOGIN.003':
      return { message: inactiveMessage(utc_last_login_at), help: contact }
    case 'USER.LOGIN.004':
      return { message: messages.login_failed }
    case 'USER.LOGIN.005':
      return { message: messages.login_locked_by_admin, help: contact }
    case 'USER.LOGIN.006':
      return { message: messages.login_change_in_directory }
    default:
      return { message: messages.login_invalid }
  }
}

/** True if the server accepted the password and asks for the code of the second factor. */
function wantsCode(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && detailOf(error).otp_required === true
}

function detailOf({ detail }: ApiError): Readonly<Record<string, unknown>> {
  return typeof detail === 'object' && detail !== null ? { ...detail } : {}
}

function failedOnce(count: number | undefined): Refusal {
  const message = failedAttempts(count)
  if (count === undefined || count < 1 || count >= limits.login_failures) return { message }
  return { message, help: <AttemptsLeft left={limits.login_failures - count} /> }
}

function inactiveMessage(lastLogin: unknown): string {
  const time = formatDateTimeUtc(typeof lastLogin === 'string' ? lastLogin : null)
  return `This account has been inactive for a long time. Please contact the admin. (Last login at UTC : ${time})`
}
