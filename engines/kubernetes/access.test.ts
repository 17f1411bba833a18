import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAccess } from './access.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-access-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const config = (user: string, cluster = 'server: "https://10.0.0.1:6443/k8s"') => `
apiVersion: v1
kind: Config
current-context: here
contexts: [{name: here, context: {cluster: c, user: u}}]
clusters: [{name: c, cluster: {${cluster}}}]
users: [{name: u, user: ${user}}]`

test('reads address, authority and certificate of a KUBECONFIG', async () => {
  const user = `{client-certificate-data: ${btoa('CERT')}, client-key-data: ${btoa('KEY')}}`
  await file('ca.crt', 'CA')
  const KUBECONFIG = await file('a', config(user, 'server: "https://c", certificate-authority: ca.crt'))
  const access = await readAccess({ KUBECONFIG })
  expect(access).toMatchObject({ server: new URL('https://c'), tls: { ca: 'CA' } })
  expect(await access.credentials(false)).toEqual({ cert: 'CERT', key: 'KEY' })
})

test('runs the program of a KUBECONFIG for credentials, and again when they are rejected', async () => {
  const plugin = await file(
    'plugin',
    `#!/bin/sh\necho >> "$COUNT"\necho '{"kind":"ExecCredential","status":{"token":"'$1'"}}'\n`,
  )
  await chmod(plugin, 0o700)
  const count = await file('count', '')
  const user = `{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin, args: [secret], env: [{name: COUNT, value: ${count}}]}}`
  const { credentials } = await readAccess({ KUBECONFIG: await file('b', config(user)) })
  expect(await credentials(false)).toEqual({ authorization: 'Bearer secret' })
  expect(await credentials(false)).toEqual({ authorization: 'Bearer secret' })
  expect(await credentials(true)).toEqual({ authorization: 'Bearer secret' })
})

test('uses the service account in a pod', async () => {
  await file('token', 'of the account\n')
  await file('ca.crt', 'CA')
  const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' }
  const access = await readAccess(env, folder)
  expect(access).toMatchObject({ server: new URL('https://[fd00::1]:443'), tls: { ca: 'CA' } })
  expect(await access.credentials(false)).toEqual({ authorization: 'Bearer of the account' })
})

test('says in a sentence what is missing, without a secret', async () => {
  await expect(readAccess({}, folder)).rejects.toThrow('set KUBECONFIG')
  await expect(readAccess({ KUBECONFIG: join(folder, 'no') })).rejects.toThrow('cannot be read (ENOENT)')
  const twice = { KUBECONFIG: await file('c', '{ a: [ ') }
  await expect(readAccess(twice)).rejects.toThrow('is not valid YAML')
  const none = { KUBECONFIG: await file('d', config('{}').replace('here', 'there')) }
  await expect(readAccess(none)).rejects.toThrow("has no context 'there'")
  const failing = await readAccess({
    KUBECONFIG: await file('e', config('{exec: {command: "false", args: [secret]}}')),
  })
  await expect(failing.credentials(false)).rejects.toThrow("the command 'false' gave no credentials")
})
