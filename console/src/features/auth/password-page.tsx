import { changeOwnPassword } from '@podium/contract/calls/accounts.ts'
import { usePasswordLink as passwordLink } from '@podium/contract/calls/auth.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldMessages } from '../../api/api-error.ts'
import type { Send } from '../../record/use-change.ts'
import { endSession } from '../../session/start.ts'
import { useSession, useSessionState } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { PasswordField, TextField } from '../../ui/form/text-field.tsx'
import type { Messages } from '../../ui/form/use-fields.ts'
import { AuthLayout } from './auth-layout.tsx'
import { NewPasswordFields } from './components/new-password-fields.tsx'
import {
  NO_PASSWORD,
  type PasswordValues,
  passwordProblems,
  refusedPassword,
} from './components/password-form.ts'
import { EntryForm, useSecret } from './entry-form.tsx'
import { enter } from './sign-in.ts'

type Values = PasswordValues & { code: string }

const EMPTY: Values = { ...NO_PASSWORD, code: '' }
const MUST_CHANGE = {
  title: 'Change password',
  lead: 'Please change your password first. The password from your administrator works only on this page.',
}
const BY_LINK = {
  title: 'Set a new password',
  lead: 'This link works once. It signs you in when the password is set.',
}

/** Sets the person's own password: after a forced change, or with the secret of a one-time link. */
export function Page() {
  const secret = useSecret()
  const withLink = secret !== ''
  const session = useSession()
  const { account } = useSessionState()
  const [isCodeAsked, setCodeAsked] = useState(false)

  async function save({ current, password, code }: Values, send: Send) {
    if (withLink) {
      const body = { secret, password, ...(isCodeAsked && { otp: code }) }
      return enter(session, await send(passwordLink, { body }))
    }
    const params = { id: account?.accountId ?? '' }
    await send(changeOwnPassword, { params, body: { current_password: current, password } })
    session.setMustChangePassword(false)
  }

  function refusalByField(error: unknown): Messages<Values> {
    const { otp } = fieldMessages(error)
    if (otp !== undefined) {
      // The field must be rendered before it can be focused.
      flushSync(() => setCodeAsked(true))
      return { code: otp }
    }
    const refused = refusedPassword(error)
    return withLink && refused.current !== undefined ? {} : refused
  }

  return (
    <AuthLayout {...(withLink ? BY_LINK : MUST_CHANGE)}>
      <EntryForm
        values={EMPTY}
        problems={(typed) => passwordProblems(typed, withLink)}
        save={save}
        refusalByField={refusalByField}
        submit="Save"
      >
        {(form) => (
          <>
            {/* Tells a password manager which account the password belongs to. */}
            <input type="text" autoComplete="username" value={account?.id ?? ''} readOnly hidden />
            {!withLink && (
              <PasswordField
                {...form.field('current')}
                label="Current Password"
                autoComplete="current-password"
              />
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
          </>
        )}
      </EntryForm>
      {account && !withLink && (
        <Button kind="ghost" wide onClick={() => void endSession(session)}>
          Logout
        </Button>
      )}
    </AuthLayout>
  )
}
