// @module-tag git
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'

const root = new URL('..', import.meta.url).pathname
let served: string[]
beforeAll(() => {
  served = readSourceFiles(root)
    .map(({ path }) => path)
    .filter((path) => /^(server\/src|engines|storage|database)\//.test(path))
    .filter((path) => !/\.test\.ts$|\/testing\/|\/conformance\.ts$/.test(path))
})

const naming = (pattern: RegExp) =>
  served.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))

/** Matches imports of a module, except for types, which open nothing. */
const IMPORT = (module: string) => new RegExp(`^import (?!type)[^;\\n]*from '(node:)?${module}'`, 'm')

test('lets the server connect only to addresses of the services in its settings', () => {
  // One runs in a run's pod and calls the server of its own setting, one calls the object store as a browser does,
  // and one calls the identity provider.
  expect(naming(/\bfetch\(/)).toEqual([
    'engines/kubernetes/runner/server-calls.ts',
    'server/src/outgoing/through-proxy.ts',
    'storage/s3/direct.ts',
  ])
  // The cluster's API, addresses of the store in a run's pod, package indexes of the settings, a server that only
  // listens, and addresses of people and settings, under one rule.
  expect(naming(IMPORT('https?'))).toEqual([
    'engines/kubernetes/client.ts',
    'engines/kubernetes/runner/store-calls.ts',
    'engines/local/environments/index-request.ts',
    'server/src/metrics/serve-metrics.ts',
    'server/src/outgoing/outgoing.ts',
  ])
  for (const module of ['http2', 'dgram']) expect(naming(IMPORT(module))).toEqual([])
  // The same services through a proxy.
  expect(naming(/\bimport\('undici'\)|^import (?!type)[^;\n]*from 'undici'/m)).toEqual([
    'server/src/outgoing/through-proxy.ts',
    'storage/s3/through-proxy.ts',
  ])
  expect(naming(IMPORT('dns'))).toEqual(['server/src/outgoing/outgoing.ts'])
  // Checks if the home's server is alive, and connects to the directory.
  expect(naming(/\bimport \{[^}]*\bconnect\b[^}]*\} from 'node:net'/)).toEqual([
    'server/src/start/one-server.ts',
  ])
  // Hands messages to the mail server.
  expect(naming(IMPORT('nodemailer'))).toEqual(['server/src/mail/smtp.ts'])
  // A package index through a proxy, and the connection to the directory.
  expect(naming(IMPORT('tls'))).toEqual([
    'engines/local/environments/index-request.ts',
    'server/src/directory/connection.ts',
  ])
})

test('starts programs with a list of words, never with a line for a shell', () => {
  expect(
    naming(/\bshell:\s*true|\bexec(Sync)?\(\s*[`'"]|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/),
  ).toEqual([])
})
