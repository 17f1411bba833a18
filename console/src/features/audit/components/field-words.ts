import { type Tier, tierLabels } from '@podium/contract/tiers.ts'

/** Fields of records by the names that forms and lists give them. */
const FIELDS: Record<string, string> = {
  ...tierLabels,
  username: 'ID',
  display_name: 'User Name',
  email: 'Email Address',
  login_type: 'Login Type',
  lock_reason: 'Why it was locked',
  must_change_password: 'Password must be changed',
  s3_bucket_name: 'Bucket Name',
  dashboard_hash: 'Dashboard Hash',
  edge_conductor_url: 'Edge Conductor URL',
  version_num: 'Version',
  etag: 'Checksum',
  bytes: 'Files',
  dataset_uri: 'Data Sets',
  tier_asked: 'Tier asked for',
  tier_given: 'Tier given',
  retry_of: 'Retry of run',
  stop_requested: 'Asked to stop',
  expires_at: 'Ends',
  ended: 'Sessions ended',
}

/** 'Bucket Name' of `s3_bucket_name`; of what is not listed its own words: 'Solution ID' of `solution_id`. */
export function fieldWords(field: string, kind: string): string {
  if (field === 'role') return kind === 'account' ? 'Account Type' : 'Role in Workspace'
  // The fields of a version are paths in its metadata, which its authors know by these names.
  if (kind === 'version' && !(field in FIELDS) && field !== 'size' && field !== 'solution_id') return field
  const words = field.replaceAll('_', ' ').replace(/\b(id|uri|url)$/, (ending) => ending.toUpperCase())
  return FIELDS[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export function isTier(name: string): name is Tier {
  return Object.hasOwn(tierLabels, name)
}
