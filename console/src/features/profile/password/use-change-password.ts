import { changeOwnPassword } from '@podium/contract/accounts.ts'
import { outcomes } from '@podium/contract/rules.ts'
import { listSessions, listTokens } from '@podium/contract/sign-in.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useAccount } from '../../../session/use-session.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import type { Fields } from '../../../ui/form/use-fields.ts'
import {
  type PasswordValues,
  passwordProblems,
  refusedPassword,
} from '../../auth/components/password-form.ts'

export type PasswordForm = Fields<PasswordValues>

/** Checks, asks and saves the own password; what the server refuses stands under its field. */
export function useChangePassword({ values, fill, show }: PasswordForm, empty: PasswordValues) {
  const { accountId } = useAccount()
  const queries = useQueryClient()
  const confirm = useConfirm()
  const alert = useAlert()
  const fail = useFailure()
  const [isBusy, setBusy] = useState(false)

  async function save() {
    if (isBusy || !show(passwordProblems(values, false))) return
    if (!(await confirm('edit', 'Your other sessions and all your tokens end; this session stays.'))) return
    setBusy(true)
    const body = { current_password: values.current, password: values.password }
    try {
      await call(changeOwnPassword, { params: { id: accountId }, body, place: () => true })
    } catch (error) {
      setBusy(false)
      const problems = refusedPassword(error)
      if (Object.keys(problems).length > 0) show(problems)
      else await fail(outcomes.save.failed, error)
      return
    }
    setBusy(false)
    fill(empty)
    for (const route of [listSessions, listTokens]) void queries.invalidateQueries({ queryKey: [route.id] })
    await alert('success', outcomes.save.done)
  }

  return { save, isBusy }
}
