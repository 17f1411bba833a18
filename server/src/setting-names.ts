/** Each can also be read from a file whose path is in the variable with `_FILE` at its end. */
const SECRETS = [
  'PODIUM_DATABASE_URL',
  'PODIUM_DATABASE_OWNER_URL',
  'PODIUM_ADMIN_PASSWORD',
  'PODIUM_LDAP_READER_PASSWORD',
  'PODIUM_AUDIT_STREAM_SECRET',
  'PODIUM_OIDC_CLIENT_SECRET',
  'PODIUM_SMTP_URL',
  'PODIUM_SECRET_KEY',
  'PODIUM_SECRET_KEY_BEFORE',
] as const

const PLAIN = [
  'PODIUM_HOST',
  'PODIUM_PORT',
  'PODIUM_HOME',
  'PODIUM_PUBLIC_URL',
  'PODIUM_ALLOWED_HOSTS',
  'PODIUM_TRUSTED_PROXIES',
  'PODIUM_INSECURE_HTTP',
  'PODIUM_ADMIN_ID',
  'PODIUM_ENGINE',
  'PODIUM_SLURM_ROOT',
  'PODIUM_OBJECTS_URL',
  'PODIUM_AUDIT_STREAM',
  'PODIUM_WEBHOOK_ALLOW',
  'PODIUM_SMTP_CA_FILE',
  'PODIUM_MAIL_FROM',
  'PODIUM_METRICS_HOST',
  'PODIUM_METRICS_PORT',
  'PODIUM_MONITORING',
  'PODIUM_GRAFANA_URL',
  'PODIUM_INACTIVE_DAYS',
  'PODIUM_LDAP_URL',
  'PODIUM_LDAP_BASE_DN',
  'PODIUM_LDAP_BIND_DN',
  'PODIUM_LDAP_SEARCH_DN',
  'PODIUM_LDAP_READER_DN',
  'PODIUM_LDAP_FILTER',
  'PODIUM_LDAP_ATTRIBUTES',
  'PODIUM_LDAP_CA_FILE',
  'PODIUM_LDAP_STARTTLS',
  'PODIUM_COMPAT_LDAP_GET',
  'PODIUM_OIDC_ISSUER',
  'PODIUM_OIDC_CLIENT_ID',
  'PODIUM_OIDC_LABEL',
  'PODIUM_OIDC_SCOPES',
  'PODIUM_OIDC_USERNAME_CLAIM',
  'PODIUM_OIDC_GROUPS_CLAIM',
  'PODIUM_OIDC_GROUPS_SEPARATOR',
  'PODIUM_OIDC_PUSHED_REQUESTS',
  'PODIUM_OIDC_GROUPS',
  'PODIUM_OIDC_ADMIN_GROUPS',
  'PODIUM_OIDC_WORKSPACES',
  'PODIUM_DOCS_URL',
  'PODIUM_HELP_CONTACT',
  'PODIUM_INSTANCE_TYPES_FILE',
  'PODIUM_UPLOAD_MAX',
  'PODIUM_RUN_DISK_MAX',
  'PODIUM_RUN_PROXY',
  'PODIUM_PYTHON',
  'PODIUM_PYTHON_INDEX_URL',
  'PODIUM_PYTHON_EXTRA_INDEX_URL',
  'PODIUM_PYTHON_FIND_LINKS',
  'PODIUM_PYTHON_TRUSTED_HOSTS',
  'PODIUM_PYTHON_DOWNLOADS',
  'PODIUM_PYTHON_INSTALLER',
  'PODIUM_PYTHON_INSTALL_MINUTES',
  'PODIUM_PYTHON_ENVIRONMENT_DAYS',
  'PODIUM_PYTHON_ENVIRONMENTS_GIB',
  'PODIUM_KUBE_NAMESPACES',
  'PODIUM_KUBE_NODE_LABEL',
  'PODIUM_KUBE_POD_ANNOTATIONS',
  'PODIUM_KUBE_QUEUE_LABEL',
  'PODIUM_RUNNER_IMAGE',
  'PODIUM_RUNNER_URL',
  'PODIUM_RUN_IMAGE',
  'PODIUM_LOG_LEVEL',
] as const

export type SecretName = (typeof SECRETS)[number]
export type SettingName = SecretName | `${SecretName}_FILE` | (typeof PLAIN)[number]

/** Used by the podium command and the tests. */
const OF_OTHERS = [
  'PODIUM_URL',
  'PODIUM_TOKEN',
  'PODIUM_LONG',
  'PODIUM_CHROMIUM',
  'PODIUM_FIREFOX',
  'PODIUM_TEST_DATABASE_URL',
] as const

const SETTINGS: SettingName[] = [...SECRETS, ...SECRETS.map((name) => `${name}_FILE` as const), ...PLAIN]
const KNOWN = new Set<string>([...SETTINGS, ...OF_OTHERS])

/**
 * The variables that look like settings but are not, with the setting that was probably meant. Empty variables count as
 * unset.
 */
export function strangeSettings(
  env: Record<string, string | undefined>,
): { name: string; meant: SettingName | null }[] {
  return Object.keys(env)
    .filter((name) => env[name]?.trim() && !KNOWN.has(name))
    .map((name) => ({ name, meant: SETTINGS.find((setting) => isNear(name.toUpperCase(), setting)) ?? null }))
    .filter(({ name, meant }) => meant !== null || name.startsWith('PODIUM_'))
}

/** Allows one typing error, two in a long name: with four letters, half would be another word. */
function isNear(name: string, setting: SettingName): boolean {
  const most = setting.length < 'PODIUM_'.length + 8 ? 1 : 2
  return Math.abs(name.length - setting.length) <= most && edits(name, setting) <= most
}

/** The number of missing, extra, wrong and swapped letters. */
function edits(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let i = 1; i <= a.length; i++) {
    rows.push([i])
    for (let j = 1; j <= b.length; j++) {
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const least = Math.min(changed, at(i - 1, j) + 1, at(i, j - 1) + 1)
      rows[i]?.push(isSwapped ? Math.min(least, at(i - 2, j - 2) + 1) : least)
    }
  }
  return at(a.length, b.length)
}
