import { roleLabels } from '@podium/contract/permissions.ts'
import { tierLabels } from '@podium/contract/tiers.ts'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { isTier } from './field-words.ts'

const ROLES: Record<string, string> = roleLabels
const LOGIN_TYPES: Record<string, string> = { static: 'Password', ldap: 'Directory' }
const SIZES = new Set(['size', 'bytes'])
const TIERS = new Set(['tier_asked', 'tier_given'])

/** A value as people read it; null where nothing was there. */
export function valueWords(field: string, value: unknown): string | null {
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
  if (SIZES.has(field)) return formatFileSize(value)
  return field === 'version_num' ? formatVersion(value) : formatNumber(value)
}

function textWords(field: string, value: string): string {
  if (field === 'role') return ROLES[value] ?? value
  if (field === 'login_type') return LOGIN_TYPES[value] ?? value
  if (TIERS.has(field) && isTier(value)) return tierLabels[value]
  return field.endsWith('_at') ? formatDateTime(value) : value
}

/** A tag is told as its key and value. */
function entryWords(field: string, entry: unknown): string {
  const { key, value } = Object(entry) as { key?: unknown; value?: unknown }
  if (typeof key === 'string') return typeof value === 'string' && value !== '' ? `${key}: ${value}` : key
  return valueWords(field, entry) ?? ''
}
