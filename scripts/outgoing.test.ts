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

/** Names that a module can be told from: types alone open nothing. */
const IMPORT = (module: string) => new RegExp(`^import (?!type)[^;\\n]*from '(node:)?${module}'`, 'm')

test('the server asks nothing of any address but those of the services that its settings name', () => {
  // one runs in the pod of a run, and calls the server that its own setting names; one asks the object store as a browser,
  // and one asks the identity provider
  expect(naming(/\bfetch\(/)).toEqual([
    'engines/kubernetes/runner/server-calls.ts',
    'server/src/outgoing/through-proxy.ts',
    'storage/s3/direct.ts',
  ])
  // the cluster's API, in the pod of a run addresses of the store, package indexes of the settings, a server that only
  // answers, and what people and settings name, under one rule
  expect(naming(IMPORT('https?'))).toEqual([
    'engines/kubernetes/client.ts',
    'engines/kubernetes/runner/store-calls.ts',
    'engines/local/environments/index-request.ts',
    'server/src/metrics/serve-metrics.ts',
    'server/src/outgoing/outgoing.ts',
  ])
  for (const module of ['http2', 'dgram']) expect(naming(IMPORT(module))).toEqual([])
  // the same services through a proxy
  expect(naming(/\bimport\('undici'\)|^import (?!type)[^;\n]*from 'undici'/m)).toEqual([
    'server/src/outgoing/through-proxy.ts',
    'storage/s3/through-proxy.ts',
  ])
  expect(naming(IMPORT('dns'))).toEqual(['server/src/outgoing/outgoing.ts'])
  // is one of the own home alive, and the connection to the directory
  expect(naming(/\bimport \{[^}]*\bconnect\b[^}]*\} from 'node:net'/)).toEqual([
    'server/src/start/one-server.ts',
  ])
  // hands messages to the mail server
  expect(naming(IMPORT('nodemailer'))).toEqual(['server/src/mail/smtp.ts'])
  // through a proxy to a package index, and the connection to the directory
  expect(naming(IMPORT('tls'))).toEqual([
    'engines/local/environments/index-request.ts',
    'server/src/directory/connection.ts',
  ])
})

test('programs are started with a list of words, never with a line that a shell would read', () => {
  expect(
    naming(/\bshell:\s*true|\bexec(Sync)?\(\s*[`'"]|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/),
  ).toEqual([])
})
