import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { makeToken } from '@podium/contract/calls/sign-in.ts'
import { signIn } from '../fixtures/api.ts'
import { emptyHome, type PodiumServer } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'

const run = promisify(execFile)
let version: string

test.beforeAll(async ({ server }) => {
  const answer = await fetch(`${server.address}/api/v1/versions`)
  version = ((await answer.json()) as { product_version: string }).product_version
})

/** Downloads a public file of the server into its own folder. */
async function download(server: PodiumServer, path: string): Promise<{ folder: string; file: string }> {
  const answer = await fetch(server.address + path)
  expect(answer.status).toBe(200)
  const folder = await emptyHome()
  const file = join(folder, path.slice(path.lastIndexOf('/') + 1))
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()))
  return { folder, file }
}

test('works with the downloaded command on a machine that has only Node', async ({
  server,
  workspace,
  person,
}) => {
  const api = await signIn(server.address, person.id, person.password)
  const asked = { name: 'a script', scope: 'read', expires_in_days: 1, current_password: person.password }
  const { token } = await api.post<{ token: string }>(
    makeToken.path.replace('{id}', person.account_id),
    asked,
  )
  const { folder, file } = await download(server, '/cli/podium.mjs')
  const env = { PATH: '', XDG_CONFIG_HOME: folder, PODIUM_URL: server.address, PODIUM_TOKEN: token }
  const outputOf = async (...words: string[]) =>
    (await run(process.execPath, [file, ...words], { cwd: folder, env })).stdout
  expect(await outputOf('--version')).toBe(`podium ${version}\n`)
  expect(await outputOf('runs', '--json', '--workspace', workspace.name)).toBe('[]\n')
})

test('offers a template with the same files as its command writes', async ({ server }) => {
  const { folder, file } = await download(server, '/template/my-solution.tgz')
  const command = await download(server, '/cli/podium.mjs')
  await run('tar', ['-xzf', file, '-C', folder])
  const written = join(folder, 'written', 'my-solution')
  await run(process.execPath, [command.file, 'init', written], { env: { PATH: '' } })
  await run('diff', ['-r', join(folder, 'my-solution'), written])
})

test('installs the downloaded Python package without a network', {
  tag: '@python',
}, async ({ server }) => {
  const { folder, file } = await download(server, `/python/podium-${version}-py3-none-any.whl`)
  const target = join(folder, 'packages')
  const pip = ['-m', 'pip', 'install', '--no-index', '--no-deps', '--disable-pip-version-check']
  await run('python3', [...pip, '--target', target, file])
  const program = `import podium; print(podium.__file__); podium.Client("${server.address}", "podium_x")`
  const { stdout } = await run('python3', ['-c', program], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: target },
  })
  expect(stdout).toBe(`${join(target, 'podium', '__init__.py')}\n`)
})
