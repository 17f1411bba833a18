import type { AuditEvent } from '@podium/contract/audit.ts'
import { roleLabels } from '@podium/contract/permissions.ts'
import { runSettingLabels } from '@podium/contract/run-settings.ts'
import { tierLabels } from '@podium/contract/tiers.ts'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import type { Change } from '../../../ui/form/change-list.tsx'

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
  retry_of: 'Retry of run',
  stop_requested: 'Stop requested',
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
])

type Changed = Pick<AuditEvent, 'before' | 'after' | 'object_kind'> &
  Partial<Pick<AuditEvent, 'actor_id' | 'actor_name'>>

/** Each field that the event names, in words, as it was and as it is; what stayed the same is left out. */
export function eventChanges({ before, after, object_kind, actor_id, actor_name }: Changed): Change[] {
  // The author of a record is stored by id.
  const named = (value: unknown) => (value && value === actor_id ? actor_name : value)
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return Object.keys({ ...was, ...is })
    .map((field) => ({
      name: fieldWords(field, object_kind),
      before: valueWords(field, named(was[field])),
      after: valueWords(field, named(is[field])),
    }))
    .filter((change) => change.before !== change.after)
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

/** 'Bucket Name' of `s3_bucket_name`; of what is not listed its own words: 'Solution ID' of `solution_id`. */
function fieldWords(field: string, kind: string): string {
  if (field === 'role') return kind === 'account' ? 'Account Type' : 'Role in Workspace'
  // The fields of a version are paths in its metadata, which its authors know by these names.
  if (kind === 'version' && !(field in FIELDS) && field !== 'size' && field !== 'solution_id') return field
  const words = field.replaceAll('_', ' ').replace(/\b(id|uri|url)$/, (ending) => ending.toUpperCase())
  return FIELDS[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value as people read it; null where nothing was there. */
function valueWords(field: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return numberWords(field, value)
  if (typeof value === 'string') return textWords(field, value)
  if (Array.isArray(value)) return value.map((one) => entryWords(field, one)).join(', ') || null
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const words = valueWords(name, part)
    return words === null ? [] : [`${name} ${words}`]
  })
  return parts.join(', ') || null
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
