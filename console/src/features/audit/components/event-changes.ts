import type { AuditEvent } from '@podium/contract/calls/audit.ts'
import { accountDetails } from '@podium/contract/rules/account-fields.ts'
import { labelsOf } from '@podium/contract/rules/fields.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { tierLabels } from '@podium/contract/rules/tiers.ts'
import { workspaceFields } from '@podium/contract/rules/workspace-fields.ts'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import type { Change } from '../../../ui/form/change-list.tsx'

export interface EventChange extends Change {
  /** true for values that programs read: ids, parameters, a schedule's cron */
  mono?: boolean
}

/** The labels that forms and lists use for the fields of records. */
const FIELDS: Record<string, string> = {
  ...tierLabels,
  ...labelsOf(workspaceFields),
  username: 'ID',
  ...labelsOf(accountDetails),
  login_type: 'Login Type',
  lock_reason: 'Reason for the lock',
  must_change_password: 'Password must be changed',
  members_may_only_look: 'Members may only look',
  version_num: 'Version',
  etag: 'Checksum',
  bytes: 'Files',
  dataset_uri: 'Data Sets',
  command: 'Command',
  oidc_issuer: 'Sign-in service',
  oidc_subject: 'Identity there',
  tier_asked: 'Tier requested',
  tier_given: 'Tier allocated',
  retry_of: 'ID of the retried run',
  retry_of_name: 'Retry of run',
  stop_requested: 'Stop requested',
  when_running: 'If the last run is still going',
  when_missed: 'If the server was off',
  expires_at: 'Ends',
  ended: 'Sessions ended',
  logs_bytes: 'Logs',
  artifacts_bytes: 'Artifacts',
  run_names: 'Among them',
  cpu: 'vCPU',
  gpu: 'GPU',
  memory_gib: 'Memory in GiB',
  storage_gib: 'Storage in GiB',
  hours_month: 'Hours a month',
  person: 'Each person',
}

/** The labels of values, for the fields that have a fixed set of them. */
const VALUES = new Map<string, Record<string, string>>([
  ['role', roleLabels],
  ['login_type', { static: 'Password', ldap: 'Directory', oidc: 'Single sign-on' }],
  ['tier_asked', tierLabels],
  ['tier_given', tierLabels],
  ['tier', tierLabels],
])

const CODE = ['cron', 'etag', 'dataset_uri', 'model_from', 'retry_of', 'schedule']
/** How many changed fields a line names. */
const MAX_NAMED = 3

type Changed = Pick<AuditEvent, 'before' | 'after' | 'object_kind'> &
  Partial<Pick<AuditEvent, 'actor_id' | 'actor_name'>>

/** Returns each changed field of the event in words, before and after; unchanged fields are left out. */
export function eventChanges({ before, after, object_kind, actor_id, actor_name }: Changed): EventChange[] {
  // The author of a record is stored by id.
  const named = (value: unknown) => (value && value === actor_id ? actor_name : value)
  const [was, is] = [fieldsOf(before), shownFields(fieldsOf(after), fieldsOf(before), object_kind)]
  return Object.keys({ ...was, ...is })
    .map((field) => ({
      name: fieldWords(field, object_kind),
      ...sidesOf(field, named(was[field]), named(is[field])),
      ...(isCode(field, was[field] ?? is[field]) && { mono: true }),
    }))
    .filter((change) => change.before !== change.after)
}

/** Returns the names of the changed fields, and how many more there are: 'Name, Queue, Runs as +4'. */
export function changedNames(changes: readonly Change[]): string {
  const names = changes.slice(0, MAX_NAMED).map(({ name }) => name)
  const more = changes.length - names.length
  return `${names.join(', ')}${more > 0 ? ` +${more}` : ''}`
}

/** Returns the fields, with each tier of a workspace as a field of its own, because they change one by one. */
function fieldsOf(record: AuditEvent['before']): Record<string, unknown> {
  const { execution_specs: specs, ...fields } = record ?? {}
  if (!isSpecs(specs)) return record ?? {}
  return { ...fields, ...Object.fromEntries(specs.map(({ name, instance }) => [name, instance])) }
}

function isSpecs(value: unknown): value is { name: string; instance: string }[] {
  return Array.isArray(value) && value.every((spec) => typeof spec?.name === 'string')
}

/** Merges a run's two tiers if it got the one it asked for, and writes 'hidden' for the value of a secret variable. */
function shownFields(is: Record<string, unknown>, was: Record<string, unknown>, kind: string) {
  const { tier_asked, ...fields } = is
  if (tier_asked !== undefined && tier_asked === is.tier_given)
    return Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field === 'tier_given' ? 'tier' : field, value]),
    )
  const isSecret = is.secret ?? was.value === undefined
  return kind === 'variable' && is.value === 'set' && isSecret ? { ...is, value: 'hidden' } : is
}

/** Returns the label of a field. One that is not listed keeps its own words: 'Solution ID' for `solution_id`. */
function fieldWords(field: string, kind: string): string {
  if (field === 'role') return kind === 'account' ? 'Account Type' : 'Role in Workspace'
  // The fields of a version are paths in its metadata, which its authors know by these names.
  if (kind === 'version' && !(field in FIELDS) && field !== 'size' && field !== 'solution_id') return field
  const words = field.replaceAll('_', ' ').replace(/\b(id|uri|url)$/, (ending) => ending.toUpperCase())
  return FIELDS[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns a value before and after. For an object, each side has a line for each part that differs. */
function sidesOf(field: string, was: unknown, is: unknown): Pick<Change, 'before' | 'after'> {
  if (!isRecord(was ?? is)) return { before: valueWords(field, was), after: valueWords(field, is) }
  const [before, after] = [linesOf(was), linesOf(is)]
  const without = (lines: string[], others: string[]) =>
    lines.filter((line) => !others.includes(line)).join('\n') || null
  return { before: without(before, after), after: without(after, before) }
}

/** Returns a line such as 'train.epochs = 100' for each part that is not empty. */
function linesOf(value: unknown, path = ''): string[] {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, part]) => {
    if (isRecord(part)) return linesOf(part, `${path}${name}.`)
    const words = valueWords(name, part)
    return words === null ? [] : [`${path}${name} = ${words}`]
  })
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCode(field: string, value: unknown): boolean {
  return CODE.includes(field) || field.endsWith('_id') || isRecord(value)
}

/** Returns a value in words, null if it is empty. */
function valueWords(field: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return numberWords(field, value)
  if (typeof value === 'string') return textWords(field, value)
  if (Array.isArray(value)) return value.map((one) => entryWords(field, one)).join(', ') || null
  return linesOf(value).join(', ') || null
}

function numberWords(field: string, value: number): string {
  if (field === 'size' || /(^|_)bytes$/.test(field)) return formatFileSize(value)
  return field === 'version_num' ? formatVersion(value) : formatNumber(value)
}

function textWords(field: string, value: string): string {
  return VALUES.get(field)?.[value] ?? (field.endsWith('_at') ? formatDateTime(value) : value)
}

/** Returns an entry of a list in words; a tag becomes 'key: value'. */
function entryWords(field: string, entry: unknown): string {
  const { key, value } = Object(entry) as { key?: unknown; value?: unknown }
  if (typeof key === 'string') return typeof value === 'string' && value !== '' ? `${key}: ${value}` : key
  return valueWords(field, entry) ?? ''
}
