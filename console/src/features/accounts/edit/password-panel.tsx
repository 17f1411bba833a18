import type { AccountDetail } from '@podium/contract/accounts.ts'
import { limits } from '@podium/contract/rules.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../navigation/paths.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormAside, FormColumns } from '../../../ui/form/form-columns.tsx'
import { FormFields, FormFrame } from '../../../ui/form/form-frame.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { NewPasswordFields } from '../../auth/components/new-password-fields.tsx'
import { whyNotSetPassword } from '../components/why-not.ts'
import { PasswordLinkCard } from './password-link-card.tsx'
import type { PasswordForm } from './use-password-form.ts'

interface PasswordPanelProps {
  account: AccountDetail
  /** the id of the person who edits */
  own: string
  form: PasswordForm
}

/** A new password for somebody who forgot theirs: given, or chosen by themselves through a link. */
export function PasswordPanel({ account, own, form }: PasswordPanelProps) {
  if (account.id === own && account.login_type === 'static')
    return (
      <Note tone="info">
        Change your own password with the current one, under{' '}
        <Link {...paths.editProfile()}>Edit Profile</Link>.
      </Note>
    )
  const whyNot = whyNotSetPassword(account, own)
  if (whyNot !== undefined) return <Note tone="info">{whyNot}</Note>
  return (
    <FormColumns>
      <FormFrame label="Set Password" onSubmit={() => void form.submit()}>
        <FormFields>
          <NewPasswordFields
            label="Password"
            form={form}
            about={[account.username, account.display_name, account.email]}
            least={account.second_factor ? limits.password_min_with_otp : undefined}
          />
        </FormFields>
        <SaveBar note="It must be changed at the next login. A lock stays.">
          <Button kind="primary" type="submit" busy={form.isBusy}>
            Set Password
          </Button>
        </SaveBar>
      </FormFrame>
      <FormAside label="Password link">
        <PasswordLinkCard account={account} />
      </FormAside>
    </FormColumns>
  )
}
