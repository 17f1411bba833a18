import type { AuditEvent } from '@podium/contract/calls/audit.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { runSettingLabels } from '@podium/contract/rules/run-settings.ts'
import { tierLabels } from '@podium/contract/rules/tiers.ts'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import type { Change } from '../../../ui/form/change-list.tsx'

export interface EventChange extends Change {
  /** what programs read: ids, parameters, a schedule's cron */
  mono?: boolean
}

/** Fields of records by the names that forms and lists give them. */
const FIELDS: Record<string, string> = {
  ...tierLabels,
  ...runSettingLabels,
  username: 'ID',
  display_name: 'User Name',
  email: 'Email Address',
  login_type: 'Login Type',
  lock_reason: 'Reason for the lock',
  must_change_password: 'Password must be changed',
  s3_bucket_name: 'Bucket Name',
  dashboard_hash: 'Dashboard Hash',
  edge_conductor_url: 'Edge Conductor URL',
  members_may_only_look: 'Members may only look',
  version_num: 'Version',
  etag: 'Checksum',
  bytes: 'Files',
  dataset_uri: 'Data Sets',
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

/** The values of fields that hold one of a few. */
const VALUES = new Map<string, Record<string, string>>([
  ['role', roleLabels],
  ['login_type', { static: 'Password', ldap: 'Directory', oidc: 'Single sign-on' }],
  ['tier_asked', tierLabels],
  ['tier_given', tierLabels],
  ['tier', tierLabels],
])

const CODE = ['cron', 'etag', 'dataset_uri', 'model_from', 'retry_of', 'schedule']
/** How many changed fields a line names. */
const MOST_NAMED = 3

type Changed = Pick<AuditEvent, 'before' | 'after' | 'object_kind'> &
  Partial<Pick<AuditEvent, 'actor_id' | 'actor_name'>>

/** Each field that the event names, in words, as it was and as it is; what stayed the same is left out. */
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

/** The names of the changed fields, and how many more there are: 'Name, Queue, Runs as +4'. */
export function changedNames(changes: readonly Change[]): string {
  const names = changes.slice(0, MOST_NAMED).map(({ name }) => name)
  const more = changes.length - names.length
  return `${names.join(', ')}${more > 0 ? ` +${more}` : ''}`
}

/** The tiers of a workspace are told one by one: who changes one does not change the others. */
function fieldsOf(record: AuditEvent['before']): Record<string, unknown> {
  const { execution_specs: specs, ...fields } = record ?? {}
  if (!isSpecs(specs)) return record ?? {}
  return { ...fields, ...Object.fromEntries(specs.map(({ name, instance }) => [name, instance])) }
}

function isSpecs(value: unknown): value is { name: string; instance: string }[] {
  return Array.isArray(value) && value.every((spec) => typeof spec?.name === 'string')
}

/** A run that got the tier it asked for has one, and of a secret the event says only that it was set. */
function shownFields(is: Record<string, unknown>, was: Record<string, unknown>, kind: string) {
  const { tier_asked, ...fields } = is
  if (tier_asked !== undefined && tier_asked === is.tier_given)
    return Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field === 'tier_given' ? 'tier' : field, value]),
    )
  const isSecret = is.secret ?? was.value === undefined
  return kind === 'variable' && is.value === 'set' && isSecret ? { ...is, value: 'hidden' } : is
}

/** 'Bucket Name' of `s3_bucket_name`; of what is not listed its own words: 'Solution ID' of `solution_id`. */
function fieldWords(field: string, kind: string): string {
  if (field === 'role') return kind === 'account' ? 'Account Type' : 'Role in Workspace'
  // The fields of a version are paths in its metadata, which its authors know by these names.
  if (kind === 'version' && !(field in FIELDS) && field !== 'size' && field !== 'solution_id') return field
  const words = field.replaceAll('_', ' ').replace(/\b(id|uri|url)$/, (ending) => ending.toUpperCase())
  return FIELDS[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** As it was and as it is; of a value with several parts those that differ, a line for each. */
function sidesOf(field: string, was: unknown, is: unknown): Pick<Change, 'before' | 'after'> {
  if (!isRecord(was ?? is)) return { before: valueWords(field, was), after: valueWords(field, is) }
  const [before, after] = [linesOf(was), linesOf(is)]
  const without = (lines: string[], others: string[]) =>
    lines.filter((line) => !others.includes(line)).join('\n') || null
  return { before: without(before, after), after: without(after, before) }
}

/** 'train.epochs = 100' of each part that says something. */
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

/** A value as people read it; null where nothing was there. */
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

/** A tag is told as its key and value. */
function entryWords(field: string, entry: unknown): string {
  const { key, value } = Object(entry) as { key?: unknown; value?: unknown }
  if (typeof key === 'string') return typeof value === 'string' && value !== '' ? `${key}: ${value}` : key
  return valueWords(field, entry) ?? ''
}
