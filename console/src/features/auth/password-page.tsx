import { changeOwnPassword } from '@podium/contract/accounts.ts'
import { usePasswordLink as passwordLink } from '@podium/contract/auth.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldMessages, sentenceFor } from '../../api/api-error.ts'
import { paths } from '../../navigation/paths.ts'
import { useChange } from '../../record/use-change.ts'
import { endSession } from '../../session/start.ts'
import { useSession, useSessionState } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PasswordField, TextField } from '../../ui/form/text-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import styles from './auth-layout.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { NewPasswordFields } from './components/new-password-fields.tsx'
import { type PasswordValues, passwordProblems, refusedPassword } from './components/password-form.ts'
import { enter } from './sign-in.ts'
import { useSecret } from './use-secret.ts'

const EMPTY: PasswordValues & { code: string } = { current: '', password: '', confirmation: '', code: '' }

/** The own password: because it must be changed, or by the secret of a one-time link. */
export function Page() {
  const secret = useSecret()
  return secret === '' ? (
    <AuthLayout
      title="Change password"
      lead="Please change your password first. The one an administrator gave you works only for this page."
    >
      <PasswordForm secret="" />
    </AuthLayout>
  ) : (
    <AuthLayout
      title="Set a new password"
      lead="This link works once. It signs you in when the password is set."
    >
      <PasswordForm secret={secret} />
    </AuthLayout>
  )
}

function PasswordForm({ secret }: { secret: string }) {
  const session = useSession()
  const { account } = useSessionState()
  const navigate = useNavigate()
  const withLink = secret !== ''
  const form = useFields<typeof EMPTY>(EMPTY, (typed) => passwordProblems(typed, withLink))
  const { show } = form
  const [isCodeAsked, setCodeAsked] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { change: save, isBusy } = useChange<typeof EMPTY>({
    confirm: (typed) => {
      setRefusal(undefined)
      return show(passwordProblems(typed, withLink)) ? 'agreed' : null
    },
    change: async ({ current, password, code }, send) => {
      if (withLink) {
        const body = { secret, password, ...(isCodeAsked && { otp: code }) }
        return enter(session, await send(passwordLink, { body }))
      }
      const params = { id: account?.accountId ?? '' }
      await send(changeOwnPassword, { params, body: { current_password: current, password } })
      session.setMustChangePassword(false)
    },
    isPlaced: () => true,
    onRefused(error) {
      const { otp } = fieldMessages(error)
      const { current, password } = refusedPassword(error)
      if (otp !== undefined) {
        // The field has to be there before it can take the focus.
        flushSync(() => setCodeAsked(true))
        show({ code: otp })
      } else if (current !== undefined && !withLink) show({ current })
      else if (password !== undefined) show({ password })
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
        void save(form.values)
      }}
    >
      {/* So that a password manager knows whose password this is. */}
      <input type="text" autoComplete="username" value={account?.id ?? ''} readOnly hidden />
      {!withLink && (
        <PasswordField {...form.field('current')} label="Current Password" autoComplete="current-password" />
      )}
      <NewPasswordFields
        label="New Password"
        form={form}
        about={account && !withLink ? [account.id, account.userName] : []}
      />
      {isCodeAsked && (
        <TextField
          {...form.field('code')}
          label="One-time code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {refusal !== undefined && <Note tone="bad">{refusal}</Note>}
      <Button kind="primary" wide type="submit" busy={isBusy}>
        Save
      </Button>
      {account && !withLink && (
        <Button kind="ghost" wide onClick={() => void endSession(session)}>
          Logout
        </Button>
      )}
    </form>
  )
}
