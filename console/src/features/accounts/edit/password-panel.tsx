import { type AccountDetail, makePasswordLink, setPassword } from '@podium/contract/calls/accounts.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../navigation/paths.ts'
import { useChange } from '../../../record/use-change.ts'
import { useRecordForm } from '../../../record/use-record-form.tsx'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormColumns, FormFields, FormFrame, FormSidebar, SaveBar } from '../../../ui/form/form-frame.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { NewPasswordFields } from '../../auth/components/new-password-fields.tsx'
import {
  type NewPassword,
  newPasswordProblems,
  refusedPassword,
} from '../../auth/components/password-form.ts'
import { setPasswordDisabledReason } from '../components/account-words.ts'
import styles from '../components/accounts.module.css'

const EMPTY: NewPassword = { password: '', confirmation: '' }

export function usePasswordForm(account: AccountDetail) {
  return useRecordForm({
    name: `Set Password ${account.username}`,
    values: EMPTY,
    problems: newPasswordProblems,
    valuesToRestore: false,
    mode: 'edit',
    question: () =>
      `${account.username} has to change it at the next login, and every open session ends at once.`,
    save: ({ password }, _, send) => send(setPassword, { params: { id: account.id }, body: { password } }),
    refusalByField: (error) => (error.status === 422 ? refusedPassword(error) : undefined),
  })
}

interface PasswordPanelProps {
  account: AccountDetail
  /** the id of the person who edits */
  own: string
  form: ReturnType<typeof usePasswordForm>
}

/** Sets a new password for a person who forgot theirs, or makes a link with which they choose it. */
export function PasswordPanel({ account, own, form }: PasswordPanelProps) {
  if (account.id === own && account.login_type === 'static')
    return (
      <Note tone="info">
        Change your own password under <Link {...paths.editProfile()}>Edit Profile</Link>.
      </Note>
    )
  const disabledReason = setPasswordDisabledReason(account, own)
  if (disabledReason !== undefined) return <Note tone="info">{disabledReason}</Note>
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
        <SaveBar note="It must be changed at the next login. A locked account stays locked.">
          <Button kind="primary" type="submit" busy={form.isBusy}>
            Set Password
          </Button>
        </SaveBar>
      </FormFrame>
      <FormSidebar label="Password link">
        <PasswordLinkCard account={account} />
      </FormSidebar>
    </FormColumns>
  )
}

/** Makes a link with which the account chooses its own password, so that no other person knows it. */
function PasswordLinkCard({ account }: { account: AccountDetail }) {
  const [link, setLink] = useState<ReplyOf<typeof makePasswordLink>>()
  const { change: make, isBusy } = useChange<void, ReplyOf<typeof makePasswordLink>>({
    change: (_, send) => send(makePasswordLink, { params: { id: account.id } }),
    failed: 'The link could not be created.',
    onDone: setLink,
  })

  return (
    <Card title="Or let them choose it">
      <div className={layout.stackTight}>
        <p className={classNames(text.small, text.muted)}>
          A link works once. {account.username} uses it to set a new password that no one else knows.
        </p>
        <div aria-live="polite" className={layout.stackTight}>
          {link && (
            <>
              <p className={classNames(layout.row, styles.link)}>
                <code translate="no" className={classNames(layout.grow, text.mono)}>
                  {link.url}
                </code>
                <CopyButton text={link.url} label="Copy password link" />
              </p>
              <p className={classNames(text.small, text.muted)}>
                Shown only once. It works until <Moment at={link.expires_at} />.
              </p>
            </>
          )}
        </div>
        <div>
          <Button busy={isBusy} onClick={() => void make()}>
            {link ? 'Create another link' : 'Create Password Link'}
          </Button>
        </div>
      </div>
    </Card>
  )
}
