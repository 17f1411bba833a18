import type { Account } from '@podium/contract/calls/accounts.ts'
import { type AccountDetail, accountDetails } from '@podium/contract/rules/account-fields.ts'
import { eachField, labelsOf } from '@podium/contract/rules/fields.ts'
import { type AccountRole, roleLabels, type WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import { messages, usernameProblem } from '@podium/contract/rules/rules.ts'
import { changesBetween } from '../../../record/changes-between.ts'
import { fieldProblems, type TypedFields, trimmed, typedFields } from '../../../record/field-values.ts'
import type { Messages } from '../../../ui/form/use-fields.ts'
import { type NewPassword, newPasswordProblems } from '../../auth/components/password-form.ts'

/** The details of an account that can be edited, as typed; the role is '' until one is chosen. */
export type AccountDetails = TypedFields<typeof accountDetails> & { role: AccountRole | '' }

export type NewAccount = { username: string } & NewPassword & AccountDetails & FirstWorkspace

/** The id of the workspace that a new account is added to, and its role there; '' until chosen. */
type FirstWorkspace = { workspace: string; workspace_role: WorkspaceRole }

/** The text fields among the details, in the order of the screen. */
export const DETAIL_TEXTS = Object.keys(accountDetails) as AccountDetail[]

/** The texts that an account may lack. */
export const FURTHER_TEXTS: readonly AccountDetail[] = DETAIL_TEXTS.filter(
  (name) => name !== 'display_name' && name !== 'email',
)

export const DETAIL_NAMES = { ...labelsOf(accountDetails), role: 'Account Type' }

export const EMPTY_ACCOUNT: NewAccount = {
  username: '',
  ...eachField(accountDetails, () => ''),
  role: '',
  password: '',
  confirmation: '',
  workspace: '',
  workspace_role: 'MEMBER',
}

export function detailsOf(account: Account): AccountDetails {
  return { ...typedFields(accountDetails, account), role: account.role }
}

/** Returns the details that differ from before, trimmed, as they are sent. */
export function edited(details: AccountDetails, before: AccountDetails): Record<string, string> {
  const was: Record<string, string> = trimmed(before)
  return Object.fromEntries(Object.entries(trimmed(details)).filter(([field, text]) => text !== was[field]))
}

export const detailChanges = (before: AccountDetails, after: AccountDetails) =>
  changesBetween(DETAIL_NAMES, wordsOf(before), wordsOf(after))

function wordsOf(details: AccountDetails) {
  return { ...trimmed(details), role: details.role && roleLabels[details.role] }
}

/** Returns why a text cannot be an ID, or undefined. */
export function idProblem(username: string): string | undefined {
  return username === '' ? messages.fill_out : (usernameProblem(username) ?? undefined)
}

function detailProblems(values: AccountDetails): Messages<AccountDetails> {
  const { email, ...found } = fieldProblems(accountDetails, trimmed(values))
  return {
    ...found,
    email: values.email.trim() === '' ? messages.fill_out : email,
    role: values.role === '' ? messages.select_role : undefined,
  }
}

/**
 * Returns the problems of edited fields only. The first administrator and people of the directory may have no e-mail
 * address, or one that the form would refuse.
 */
export function editProblems(values: AccountDetails, before: AccountDetails): Messages<AccountDetails> {
  const touched = edited(values, before)
  return Object.fromEntries(Object.entries(detailProblems(values)).filter(([field]) => field in touched))
}

export function newAccountProblems(values: NewAccount): Messages<NewAccount> {
  return {
    username: idProblem(values.username.trim()),
    ...newPasswordProblems(values),
    ...detailProblems(values),
  }
}
