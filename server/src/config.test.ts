import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notWebAddresses } from '@podium/contract/testing/not-web-addresses.ts'
import { PYTHON_DEFAULTS } from '@podium/engines/python-settings.ts'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { WITHOUT_PROXIES } from './proxy-settings.ts'

const problemsOf = (env: Record<string, string>) => {
  try {
    readConfig(env, '/somewhere')
    return []
  } catch (error) {
    return (error as Error).message.split('\n- ').slice(1)
  }
}

test('listens on this machine only and keeps its home beside it by default', () => {
  expect(readConfig({ PODIUM_PORT: '', PODIUM_DATABASE_URL: ' ' }, '/somewhere')).toEqual({
    host: '127.0.0.1',
    port: 8080,
    home: '/somewhere/.podium',
    objects: { kind: 'home', root: '/somewhere/.podium/objects' },
    public_url: null,
    allowed_hosts: [],
    trusted_proxies: [],
    proxies: WITHOUT_PROXIES,
    insecure_http: false,
    database_url: null,
    database_owner_url: null,
    admin: null,
    engine: 'local',
    slurm_root: null,
    kubernetes: null,
    audit_stream: null,
    webhook_allow: [],
    mail: null,
    secret_key: null,
    secret_key_before: null,
    metrics: null,
    monitoring: 'none',
    grafana_url: null,
    directory: null,
    oidc: null,
    compat_ldap_get: false,
    inactive_days: 90,
    docs_url: null,
    help_contact: null,
    instance_types_file: null,
    upload_max: 10 * 1024 ** 3,
    python: PYTHON_DEFAULTS,
    run_disk_max: null,
    log_level: 'info',
  })
})

test('takes proxies from the environment, and passes them to runs only on request', () => {
  const env = { HTTPS_PROXY: 'proxy.example.org:3128', no_proxy: '10.0.0.0/8' }
  const server = { http: null, https: 'proxy.example.org:3128', none: '10.0.0.0/8' }
  expect(readConfig(env).proxies).toEqual({ server, runs: {} })
  expect(readConfig({ ...env, PODIUM_RUN_PROXY: 'on' }).proxies).toEqual({ server, runs: env })
})

test.each(['ftp://kim:secret@proxy.example.org', 'http://', 'proxy.example.org:99999'])(
  'ends the start because of a proxy at %s, without quoting the address',
  (https_proxy) => {
    expect(problemsOf({ https_proxy })).toEqual([
      'HTTPS_PROXY: give the address of a proxy, such as http://proxy.example.org:3128, or unset it.',
    ])
  },
)

test('refuses a world-readable secret file if runs are processes of the machine', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'podium-config-')), 'secret')
  writeFileSync(file, 'violet kettle\n')
  chmodSync(file, 0o644)
  const env = { PODIUM_ADMIN_ID: 'boss', PODIUM_ADMIN_PASSWORD_FILE: file }
  expect(() => readConfig(env)).toThrow(
    `PODIUM_ADMIN_PASSWORD_FILE: every user of this machine, runs among them, may read ${file}. Run: chmod 600 ${file}`,
  )
  chmodSync(file, 0o640)
  expect(readConfig(env).admin).toEqual({ id: 'boss', password: 'violet kettle' })
})

test('reads values, and secrets also from files', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'podium-config-')), 'secret')
  writeFileSync(file, 'violet kettle\n', { mode: 0o600 })
  const config = readConfig({
    PODIUM_HOST: '0.0.0.0',
    PODIUM_PORT: '0',
    PODIUM_HOME: '/data',
    PODIUM_PUBLIC_URL: 'https://podium.example.org/',
    PODIUM_ALLOWED_HOSTS: 'A.example, b.example:8080',
    PODIUM_TRUSTED_PROXIES: '10.0.0.0/8,::1',
    PODIUM_INSECURE_HTTP: '1',
    PODIUM_ADMIN_ID: 'boss',
    PODIUM_ADMIN_PASSWORD_FILE: file,
    PODIUM_INACTIVE_DAYS: '0',
    PODIUM_UPLOAD_MAX: '500 MiB',
    PODIUM_RUN_DISK_MAX: '20 GiB',
  })
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 0,
    home: '/data',
    allowed_hosts: ['a.example', 'b.example:8080'],
    trusted_proxies: ['10.0.0.0/8', '::1'],
    insecure_http: true,
    admin: { id: 'boss', password: 'violet kettle' },
    inactive_days: 0,
    upload_max: 500 * 1024 ** 2,
    run_disk_max: 20 * 1024 ** 3,
  })
  expect(config.public_url?.host).toBe('podium.example.org')
})

test('reports all errors at once', () => {
  const problems = problemsOf({
    PODIUM_PORT: '80800',
    PODIUM_ENGINE: 'docker',
    PODIUM_OBJECTS_URL: 'minio.example.org',
    PODIUM_PUBLIC_URL: 'podium.example.org',
    PODIUM_TRUSTED_PROXIES: 'proxy.example',
    PODIUM_ADMIN_ID: 'boss',
    PODIUM_INSECURE_HTTP: 'yes',
    PODIUM_UPLOAD_MAX: 'much',
    PODIUM_MONITORING: 'grafana',
    PODIUM_DATABASE_OWNER_URL: 'postgres://owner@db/podium',
    PODIUM_LOG_LEVEL: 'loud',
  })
  expect(problems).toHaveLength(11)
  expect(problems).toContain('PODIUM_ENGINE=docker: give one of local, slurm, kubernetes.')
  expect(problems).toContain('PODIUM_PORT=80800: give a whole number from 0 to 65535.')
})

test.each(['PODIUM_PUBLIC_URL', 'PODIUM_GRAFANA_URL', 'PODIUM_DOCS_URL'])(
  '%s refuses texts that are not web addresses',
  (name) => {
    for (const text of notWebAddresses.filter((each) => each === each.trim()))
      expect(problemsOf({ [name]: text })).toEqual([
        `${name}=${text}: give an http or https address without a user name.`,
      ])
  },
)

test('lists errors in the file of instance types beside all others', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'podium-config-')), 'types.json')
  writeFileSync(file, '[{ "instance_type": "lab-1", "vcpu": 0, "memory_gib": 8, "price_per_hour": 2 }, 7]')
  expect(problemsOf({ PODIUM_PORT: '80800', PODIUM_INSTANCE_TYPES_FILE: file })).toEqual([
    'PODIUM_PORT=80800: give a whole number from 0 to 65535.',
    [
      `PODIUM_INSTANCE_TYPES_FILE=${file} cannot be used:`,
      "Entry 1: 'vcpu' must be a number above 0.",
      "Entry 2: 'instance_type' must be a name.",
      "Prices need a 'currency' beside 'types', e.g. \"EUR\".",
    ].join('\n  - '),
  ])
  expect(problemsOf({ PODIUM_INSTANCE_TYPES_FILE: '/no/such/types.json' })).toEqual([
    expect.stringMatching(/^PODIUM_INSTANCE_TYPES_FILE=\/no\/such\/types\.json cannot be read: ENOENT/),
  ])
})

test('requires the host names that people will use before it listens beyond this machine', () => {
  for (const PODIUM_HOST of ['0.0.0.0', '::', '192.0.2.1'])
    expect(problemsOf({ PODIUM_HOST })).toEqual([
      `PODIUM_HOST=${PODIUM_HOST} listens beyond this machine: set PODIUM_PUBLIC_URL or PODIUM_ALLOWED_HOSTS to the names people will use.`,
    ])
  expect(problemsOf({ PODIUM_HOST: '::1' })).toEqual([])
  expect(problemsOf({ PODIUM_HOST: '0.0.0.0', PODIUM_ALLOWED_HOSTS: 'podium.example.org' })).toEqual([])
})

test('serves metrics on a separate port, on this machine only unless a host is named', () => {
  const metricsOf = (env: Record<string, string>) => readConfig(env, '/somewhere').metrics
  expect(metricsOf({ PODIUM_METRICS_PORT: '9464' })).toEqual({ host: '127.0.0.1', port: 9464 })
  expect(metricsOf({ PODIUM_METRICS_PORT: '9464', PODIUM_METRICS_HOST: '10.0.0.7' })).toEqual({
    host: '10.0.0.7',
    port: 9464,
  })
  expect(problemsOf({ PODIUM_METRICS_HOST: '10.0.0.7' })).toEqual([
    'PODIUM_METRICS_HOST needs PODIUM_METRICS_PORT beside it.',
  ])
})

test.each([
  ['https://example.org/podium', true],
  ['https://example.org/tools/podium-2.0/', true],
  ['https://example.org/podium?x=1', false],
  ['https://example.org/podium#x', false],
  ['https://example.org/a b', false],
  ['https://example.org/a//b', false],
  ['https://example.org/api/podium', false],
  ['https://example.org/settings', false],
])('the public address %s may be set: %s', (address, isGood) => {
  const read = () => readConfig({ PODIUM_PUBLIC_URL: address })
  if (isGood) expect(read).not.toThrow()
  else expect(read).toThrow(/PODIUM_PUBLIC_URL=/)
})
