/** Limits and their messages, shared by form, server and test. */

export const limits = {
  username: 64,
  display_name: 100,
  email: 250,
  company: 250,
  department: 250,
  // the rule is in server/src/domains/accounts/password-policy.ts
  password_min: 15,
  /** the minimum for accounts with a second factor */
  password_min_with_otp: 8,
  password_max: 128,
  login_failures: 5,
  workspace_name: 60,
  url: 2048,
  webhooks: 20,
  webhook_secret_min: 8,
  webhook_secret: 200,
  muted_workspaces: 200,
  instance_type: 64,
  solution_name: 100,
  name: 100,
  description: 250,
  tags: 6,
  tag_key: 32,
  tag_value: 128,
  metadata_bytes: 256 * 1024,
  command_bytes: 128 * 1024,
  /** addresses that one run reads */
  dataset_addresses: 100,
  /** parameters of one pipeline */
  parameters: 500,
  /** characters of JSON: of one chosen value or item of a list, and of all values of an instance or stream */
  parameter_value: 4 * 1024,
  parameters_size: 64 * 1024,
  /** choices of one parameter */
  choices: 1000,
  page_size: 1000,
  candidate_search: 2,
  sessions: 20,
  one_time_code: 6,
  recovery_codes: 10,
  access_tokens: 20,
  access_token_days: 366,
  user_agent: 300,
  rating: 5,
  access_reason: 500,
  /** requests that one person has open at a time, and makes in 24 hours */
  access_requests_open: 5,
  access_requests_a_day: 20,
  /** share of the disk: with less free, administrators are warned */
  disk_low_share: 0.1,
  http_timeout_ms: 100_000,
  validation_debounce_ms: 5,
  snackbar_ms: 5000,
  /** seconds before an idle session ends at which its person is warned */
  session_warning_s: 120,
} as const

export const messages = {
  id_required: 'ID is required.',
  password_required: 'Password is required.',
  required: 'This field is required.',
  fill_out: 'Please fill out this field.',
  workspace_short: 'Workspace name needs to be at least 2 characters.',
  bucket_short: 'Bucket name needs to be at least 2 characters.',
  dashboard_short: 'Dashboard hash needs to be at least 2 characters.',
  instance_type: 'Invalid instance type.',
  id_duplicate: 'This is a duplicate ID. Please enter a different ID.',
  id_available: 'This ID is available.',
  name_taken: 'This name is not available.',
  name_available: 'This name is available.',
  check_duplicate: 'Check Duplicate.',
  check_email: 'Check Email Format.',
  select_role: 'Please select user role.',
  confirmation_differs: 'Password Confirmation does not match.',
  confirmation_matches: 'Password Confirmation matched.',
  tags: 'Maximum 6 tags.',
  not_registered: 'It is not a registered ID.',
  password_wrong: 'Password is not correct.',
  password_same: 'This is the password you have now. Choose another one.',
  invalid_credentials: 'Invalid Credentials.',
  otp_missing: 'Type the code of your second factor.',
  otp_wrong: 'The code is not correct.',
  no_edge_conductor: 'No registered Edge Conductor URL.',
  no_permission: 'You do not have permission to access.',
  no_workspace: 'There is no workspace allocated. Contact your system administrator.',
  session_expired: 'Your session has expired. Please login again',
  not_working: 'This function is not working',
  invalid_request: 'Invalid Request.',
  method_not_allowed: 'Method Not Allowed.',
  server_error: 'Internal Server Error',
  login_failed: 'Login Failed. Your account may be locked after 5 failed attempts.',
  login_invalid: 'Invalid ID or PW',
  login_locked_by_admin: 'An administrator locked this account. Please contact the admin.',
  login_change_in_directory:
    'Your password has expired or must be changed. Change it in the directory, then sign in with the new one.',
  login_locked:
    'There have been more than 5 failed login attempts for this account. Please contact the admin.',
} as const

/** The sentences of alerts about a change, by kind. */
export const outcomes = {
  delete: { done: 'Deleted Successfully!', failed: 'Failed to delete.' },
  create: { done: 'Created Successfully!', failed: 'Failed to create.' },
  edit: { done: 'Edited Successfully!', failed: 'Failed to edit.' },
  unlock: { done: 'Unlocked Successfully!', failed: 'Failed to unlock.' },
  add: { done: 'Added Successfully!', failed: 'Failed to add.' },
  save: { done: 'Saved Successfully.', failed: 'Saved Failed.' },
} as const

export const WORKSPACE_SUFFIX = '-ws'

export const patterns = {
  username: /^[A-Za-z0-9._@-]{1,64}$/,
  workspace_name: /^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$/,
  bucket: /^[a-z0-9][a-z0-9.-]{0,61}[a-z0-9]$/,
  dashboard_hash: /^[A-Za-z0-9_-]{2,64}$/,
  solution_name: /^[a-z0-9-]{2,50}$/,
  solution_name_wire: /^[A-Za-z0-9-]+$/,
  one_line: /^[^\r\n]*$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
} as const

/** The stored name of a workspace: always ends in '-ws', whether or not it was typed. */
export function storedWorkspaceName(typed: string): string {
  return typed.endsWith(WORKSPACE_SUFFIX) ? typed : typed + WORKSPACE_SUFFIX
}

/** The displayed name of a workspace, without '-ws'. */
export function workspaceDisplayName(name: string): string {
  return name.endsWith(WORKSPACE_SUFFIX) ? name.slice(0, -WORKSPACE_SUFFIX.length) : name
}

/** The problem with a typed workspace name, or null. */
export function workspaceNameProblem(typed: string): string | null {
  if (typed === '') return messages.required
  if (typed.length < 2) return messages.workspace_short
  const name = storedWorkspaceName(typed)
  const isPlain = patterns.workspace_name.test(name) && /[a-z0-9]$/.test(workspaceDisplayName(name))
  if (name.length > limits.workspace_name || !isPlain)
    return `Use lower-case letters, digits and hyphens, at most ${limits.workspace_name} characters with the suffix; it begins and ends with a letter or digit.`
  if (workspaceDisplayName(name).endsWith(WORKSPACE_SUFFIX))
    return `The suffix '${WORKSPACE_SUFFIX}' is added to the name. Type it at most once, or choose another name.`
  if (patterns.uuid.test(workspaceDisplayName(name)))
    return 'This looks like the id of a workspace, so calls could not tell the two apart. Choose another name.'
  return null
}

/** The problem with a bucket name, or null. */
export function bucketNameProblem(typed: string): string | null {
  if (typed === '') return messages.required
  if (typed.length < 2) return messages.bucket_short
  if (!patterns.bucket.test(typed) || typed.includes('..'))
    return 'Use lower-case letters, digits, dots and hyphens, at most 63 characters; it begins and ends with a letter or digit.'
  return null
}

/** The problem with the address of an Edge Conductor, or null. */
export function edgeConductorProblem(typed: string): string | null {
  if (isWebAddress(typed)) return null
  return 'Give an address that begins with http:// or https://.'
}

/** The problem with a dashboard hash, or null. Required only if monitoring is grafana. */
export function dashboardHashProblem(typed: string): string | null {
  if (typed === '') return messages.required
  if (typed.length < 2) return messages.dashboard_short
  if (!patterns.dashboard_hash.test(typed))
    return 'Use letters, digits, hyphens and underscores, at most 64 characters.'
  return null
}

/** Requires both slashes and a host: parsers repair 'http:host' or a tab, so it leads elsewhere than it reads. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\\/?#@]+(?:[/?#][^\s\p{Cc}\\]*)?$/iu

/** True if the text is an http or https address of at most 2048 characters, without credentials. */
export function isWebAddress(text: string): boolean {
  return text.length <= limits.url && WEB_ADDRESS.test(text) && URL.canParse(text)
}

/** Names in the audit log for actions that no account performed. */
const RESERVED_USERNAMES = ['podium', 'host', 'system']

/** The reason why a text cannot be the ID of a new account, as a sentence; null if it can. */
export function usernameProblem(username: string): string | null {
  if (!patterns.username.test(username))
    return `Use letters, digits and . _ @ - only, at most ${limits.username} characters.`
  if (RESERVED_USERNAMES.includes(username.toLowerCase()))
    return `${username} stands for Podium itself in the audit trail. Choose another ID.`
  return null
}

/** A local part, an at sign and a domain that contains a dot; the local part has only letters, digits, _ . - +. */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@')
  if (at < 1 || text.length > limits.email) return false
  const domain = text.slice(at + 1)
  return /^[A-Za-z0-9_.+-]+$/.test(text.slice(0, at)) && /^[^\s@.][^\s@]*\.[^\s@.]+$/.test(domain)
}

/** Formats digits as a phone number: 3, 3 or 4, and 4 of them joined by hyphens; returns anything else unchanged. */
export function formatPhone(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length !== 10 && digits.length !== 11) return text
  return `${digits.slice(0, 3)}-${digits.slice(3, -4)}-${digits.slice(-4)}`
}

/** Letters and spaces only. */
export function isEnglish(text: string): boolean {
  return /^[A-Za-z ]*$/.test(text)
}

/** Letters, digits and spaces only. */
export function isEnglishOrNumber(text: string): boolean {
  return /^[A-Za-z0-9 ]*$/.test(text)
}

/** True if a key may be typed into a numeric field: digits and the period. */
export function isNumericKey(key: string): boolean {
  return /^[0-9.]$/.test(key)
}

/** Rounds an amount of money down to a multiple of 10: 9748 becomes 9740. */
export function truncateToTen(amount: number): number {
  return Math.floor(amount / 10) * 10
}

/** The number with at least this many decimals: 0.9 with 4 is '0.9000'. Further decimals are kept. */
export function padDecimals(value: number | string, digits: number): string {
  const [whole = '', decimals = ''] = String(value).split('.')
  const padded = decimals.padEnd(digits, '0')
  return padded === '' ? whole : `${whole}.${padded}`
}

/** The sentence about a wrong password, with the count if the server sent one. */
export function failedAttempts(count: number | undefined): string {
  if (count === undefined) return messages.login_invalid
  return `${messages.login_invalid} (${count} failed password attempt${count === 1 ? '' : 's'})`
}
