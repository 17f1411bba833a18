import { type AccountDetail, changeOwnPassword } from '@podium/contract/calls/accounts.ts'
import type { Session } from '@podium/contract/calls/sign-in.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { useNavigate } from '@tanstack/react-router'
import { countOf } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { useChange } from '../../record/use-change.ts'
import { useAccount } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { FormColumns, FormFields, FormFrame, SaveBar } from '../../ui/form/form-frame.tsx'
import { PasswordField } from '../../ui/form/text-field.tsx'
import type { Fields } from '../../ui/form/use-fields.ts'
import { Card } from '../../ui/layout/card.tsx'
import { DefinitionList } from '../../ui/layout/definition-list.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { NewPasswordFields } from '../auth/components/new-password-fields.tsx'
import {
  NO_PASSWORD,
  type PasswordValues,
  passwordProblems,
  refusedPassword,
} from '../auth/components/password-form.ts'

interface PasswordTabProps {
  form: Fields<PasswordValues>
  account: AccountDetail | undefined
  sessions: readonly Session[] | undefined
}

const SOURCES = { static: 'Podium', ldap: 'the directory', oidc: 'the sign-in service' } as const

export function PasswordTab({ form, account, sessions }: PasswordTabProps) {
  const { accountId, id, userName, loginType } = useAccount()
  const navigate = useNavigate()
  const { change: save, isBusy } = useChange<PasswordValues>({
    confirm: (values) =>
      form.show(passwordProblems(values))
        ? { mode: 'edit', detail: 'Your other sessions and all your tokens end; this session stays.' }
        : null,
    outcome: 'save',
    change: ({ current, password }, send) =>
      send(changeOwnPassword, { params: { id: accountId }, body: { current_password: current, password } }),
    isShownOnField: () => true,
    onRefused(error) {
      const refused = refusedPassword(error)
      return Object.keys(refused).length > 0 && !form.show(refused)
    },
    onDone: () => form.fill(NO_PASSWORD),
  })

  return (
    <FormColumns>
      {loginType === 'ldap' ? (
        <Note tone="info">
          The password of a directory account is managed in the directory. Change it there; the new one works
          here from your next sign-in.
        </Note>
      ) : loginType === 'oidc' ? (
        <Note tone="info">
          You sign in with single sign-on. Your password and second factor are managed by the sign-in service;
          change them there.
        </Note>
      ) : (
        <FormFrame label="Password" onSubmit={() => void save(form.values)}>
          <FormFields>
            {/* Tells a password manager whose password this is. */}
            <input type="text" autoComplete="username" value={id} readOnly hidden />
            <PasswordField
              {...form.field('current')}
              label="Current Password"
              autoComplete="current-password"
            />
            <NewPasswordFields
              form={form}
              label="New Password"
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
      )}
      {account && (
        <Card title="Sign-in" flush>
          <DefinitionList
            inset
            items={[
              { term: 'Password managed by', value: SOURCES[account.login_type] },
              { term: 'Last sign-in', value: <Moment at={account.last_login_at} /> },
              { term: 'Failed sign-ins since then', value: account.login_fail_count },
              { term: 'Second factor', value: secondFactorOf(account) },
            ]}
          />
        </Card>
      )}
    </FormColumns>
  )
}

/** Says which sessions a changed password ends, because another person may be using them. */
function whatEnds(sessions: readonly Session[] | undefined): string {
  if (!sessions) return 'Saving signs out your other sessions.'
  const others = sessions.filter(({ current }) => !current).length
  if (others === 0) return 'You have no other sessions.'
  return others === 1
    ? 'Saving signs out your other session.'
    : `Saving signs out your ${countOf(others, 'other session')}.`
}

function secondFactorOf({ login_type, second_factor }: AccountDetail): string {
  if (login_type === 'oidc') return 'managed by the sign-in service'
  return second_factor ? 'on' : 'off'
}
