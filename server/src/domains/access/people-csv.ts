import type { OpenTo, SignInState } from '@podium/contract/calls/access.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { csvHead, csvLine } from '@podium/contract/wire/csv.ts'

const REASONS = { member: 'Member', administrator: 'Administrator' }
const STATES: Record<SignInState, string> = {
  active: 'Yes',
  password: 'Yes, has to change the password',
  failures: 'No, locked after failed logins',
  inactivity: 'No, not used for a long time',
  locked: 'No, locked by an administrator',
  deleted: 'No, deleted',
}

const COLUMNS: Record<string, (person: OpenTo) => string> = {
  ID: ({ username }) => username,
  'User Name': ({ display_name }) => display_name,
  'Role in Workspace': ({ role }) => (role === null ? '' : roleLabels[role]),
  Why: ({ why }) => why.map((reason) => REASONS[reason]).join('; '),
  'By Group': ({ source }) => (source === 'group' ? 'Yes' : ''),
  Until: ({ ends_at }) => ends_at ?? '',
  Since: ({ since }) => since ?? '',
  By: ({ by }) => by,
  'Last Run Here': ({ last_run_at }) => last_run_at ?? '',
  'Can Sign In': ({ sign_in, may_sign_in }) => (sign_in ? STATES[sign_in] : may_sign_in ? 'Yes' : 'No'),
}

/** The people who can open a workspace, as lines of a CSV file. */
export function peopleAsCsv(people: readonly OpenTo[]): string {
  const lines = people.map((person) => csvLine(Object.values(COLUMNS).map((cellOf) => cellOf(person))))
  return [csvHead(Object.keys(COLUMNS)), ...lines].join('')
}
