import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type CaseIndex, startCaseIndex } from './case-index.ts'
import { ADDRESSES, type FailureCase, type Installer, type Outcome } from './failure-case.ts'
import type { Tools } from './make-tools.ts'

/** Nothing listens at this port of loopback. */
const CLOSED = 9

/** Runs the installer on the files of the case. Returns its output, with placeholders for addresses and folders. */
export async function runCase(one: FailureCase, installer: Installer, tools: Tools): Promise<Outcome> {
  const folder = await mkdtemp('/var/tmp/podium-failure-')
  const offers = [...(one.offers ?? []), ...tools.buildWheels]
  const indexes: Record<string, CaseIndex> = {
    index: await startCaseIndex(offers, one.answers),
    extra: await startCaseIndex(one.extra ?? []),
    private: await startCaseIndex(offers, undefined, tools.certificate),
  }
  try {
    const ports = Object.entries(indexes).map(([name, { port }]) => [name, port] as [string, number])
    const places = [...ports, ['closed', CLOSED] as [string, number]].map(([name, port]) => ({ name, port }))
    const real = (value: string) =>
      places.reduce(
        (filled, { name, port }) =>
          filled
            .replaceAll(
              `{${name}}`,
              name === 'private' ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
            )
            .replaceAll(`{${name}-port}`, `${port}`)
            .replaceAll(`{${name}-host}`, `127.0.0.1:${port}`),
        value.replaceAll('{folder}', join(folder, 'work')),
      )
    await layOut(one, folder, real)
    const outcome = await install(one, installer, folder, tools, real)
    return {
      ...outcome,
      output: withNames(outcome.output, folder, places, [tools.pythonOf(installer), tools.prefix]),
    }
  } finally {
    for (const index of Object.values(indexes)) await index.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function layOut({ files }: FailureCase, folder: string, real: (value: string) => string) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, 'work', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, real(content))
  }
  await mkdir(join(folder, 'tmp'))
}

/** Passes the settings to the tools in files, as the engine does. */
async function install(
  one: FailureCase,
  installer: Installer,
  folder: string,
  tools: Tools,
  real: (value: string) => string,
): Promise<Outcome> {
  const python = tools.pythonOf(installer)
  const settings = Object.entries({ index_url: '{index}/simple', ...one.settings })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name.replaceAll('_', '-'), real(value ?? '')] as const)
  const [pipFile, uvFile] = [join(folder, 'pip.conf'), join(folder, 'uv.toml')]
  await writeFile(
    pipFile,
    ['[global]', ...settings.map(([name, value]) => `${name} = ${value}`), ''].join('\n'),
  )
  const ofUv = settings.map(
    ([name, value]) => `${name} = ${JSON.stringify(name === 'index-url' ? value : value.split(/\s+/))}`,
  )
  await writeFile(uvFile, [...ofUv, ''].join('\n'))
  const environment = Object.fromEntries(
    Object.entries(one.environment ?? {}).map(([name, value]) => [name, real(value)]),
  )
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: folder,
    TMPDIR: join(folder, 'tmp'),
    LANG: 'C.UTF-8',
    PIP_CONFIG_FILE: pipFile,
    PIP_NO_INPUT: '1',
    PIP_NO_CACHE_DIR: '1',
    PIP_PROGRESS_BAR: 'off',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    PIP_RETRIES: '1',
    UV_CONFIG_FILE: uvFile,
    UV_CACHE_DIR: join(folder, 'uv'),
    UV_LINK_MODE: 'copy',
    UV_NO_PROGRESS: '1',
    UV_SYSTEM_CERTS: 'true',
    UV_NO_WRAP: '1',
    UV_HTTP_RETRIES: '1',
    UV_PYTHON_DOWNLOADS: 'never',
    ...environment,
  }
  const asks = one.asks ?? ['-r', 'requirements.txt']
  const cwd = join(folder, 'work')
  const target = tools.targetOf(installer)
  return installer === 'uv'
    ? ended(spawn(join(dirname(python), 'uv'), ['pip', 'install', '--python', target, ...asks], { env, cwd }))
    : ended(spawn(target, ['-I', tools.runnerOf(installer), 'install', ...asks], { env, cwd }))
}

async function ended(child: ReturnType<typeof spawn>): Promise<Outcome> {
  const exited = once(child, 'close') as Promise<[number | null]>
  const [written, errors] = await Promise.all(
    [child.stdout, child.stderr].map((each) => (each ? text(each) : '')),
  )
  const [code] = await exited
  return { code, output: `${written}${errors}` }
}

type Place = { name: string; port: number }

/** Removes facts about the machine from recorded outputs. */
function withNames(
  output: string,
  folder: string,
  places: Place[],
  [python, prefix]: [string, string],
): string {
  const named = places.reduce((changed, { name, port }) => {
    const address = ADDRESSES[name as keyof typeof ADDRESSES]
    const host = address.replace(/^https?:\/\//, '')
    return changed
      .replaceAll(`127.0.0.1:${port}`, host)
      .replaceAll(`localhost:${port}`, host)
      .replaceAll(
        new RegExp(`host='(?:127\\.0\\.0\\.1|localhost)', port='?${port}'?`, 'g'),
        `host='${host}', port=80`,
      )
  }, output)
  return named
    .replaceAll(join(folder, 'work'), '/work')
    .replaceAll(folder, '/build')
    .replaceAll(/\/var\/tmp\/podium-failure-\w+/g, '/build')
    .replaceAll(dirname(dirname(python)), '/tools')
    .replaceAll(prefix, '/usr')
    .replaceAll('127.0.0.1', 'closed.example')
    .replaceAll('to localhost while', 'to private.example while')
    .replaceAll(/\/build\/tmp\/[\w./-]+/g, '/build/tmp/folder')
    .replaceAll(/0x[0-9a-f]{6,}/g, '0x7f')
    .replaceAll(/ in \d+\.\ds$/gm, ' in 1.0s')
    .replaceAll(/\/\S*?\/(?=lib\/python3\.\d+\/)/g, '/usr/')
}
