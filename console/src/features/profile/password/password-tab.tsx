import type { AccountDetail } from '@podium/contract/accounts.ts'
import { limits } from '@podium/contract/rules.ts'
import type { Session } from '@podium/contract/sign-in.ts'
import { useNavigate } from '@tanstack/react-router'
import { countOf } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import { useAccount } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormColumns } from '../../../ui/form/form-columns.tsx'
import { FormFields, FormFrame } from '../../../ui/form/form-frame.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { NewPasswordFields } from '../../auth/components/new-password-fields.tsx'
import type { PasswordValues } from '../../auth/components/password-form.ts'
import { SignInCard } from './sign-in-card.tsx'
import { type PasswordForm, useChangePassword } from './use-change-password.ts'

interface PasswordTabProps {
  form: PasswordForm
  empty: PasswordValues
  account: AccountDetail | undefined
  sessions: readonly Session[] | undefined
}

export function PasswordTab({ form, empty, account, sessions }: PasswordTabProps) {
  const { loginType } = useAccount()
  return (
    <FormColumns length="short">
      {loginType === 'ldap' ? (
        <Note tone="info">
          The password of a directory account is kept in the directory. Change it there; it counts here from
          the next login.
        </Note>
      ) : (
        <OwnPassword form={form} empty={empty} account={account} sessions={sessions} />
      )}
      <SignInCard account={account} />
    </FormColumns>
  )
}

function OwnPassword({ form, empty, account, sessions }: PasswordTabProps) {
  const { id, userName } = useAccount()
  const navigate = useNavigate()
  const { save, isBusy } = useChangePassword(form, empty)

  return (
    <FormFrame label="Password" onSubmit={() => void save()}>
      <FormFields>
        {/* So that a password manager knows whose password this is. */}
        <input type="text" autoComplete="username" value={id} readOnly hidden />
        <PasswordField {...form.field('current')} label="Current Password" autoComplete="current-password" />
        <NewPasswordFields
          label="New Password"
          form={form}
          about={[id, userName, account?.email ?? '']}
          least={account?.second_factor ? limits.password_min_with_otp : limits.password_min}
        />
      </FormFields>
      <SaveBar note={whatEnds(sessions)}>
        <Button onClick={() => void navigate(paths.overview())}>Cancel</Button>
        <Button kind="primary" type="submit" busy={isBusy}>
          Save
        </Button>
      </SaveBar>
    </FormFrame>
  )
}

/** A changed password ends what may be somebody else's. */
export function whatEnds(sessions: readonly Session[] | undefined): string {
  if (!sessions) return 'Your other sessions end, this one stays'
  const others = sessions.filter(({ current }) => !current).length
  if (others === 0) return 'You have no other sessions; this one stays'
  return others === 1
    ? 'Your other session ends, this one stays'
    : `Your ${countOf(others, 'other session')} end, this one stays`
}
