import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { archiveOf } from './archives.ts'

/** A package index on loopback, as pip reads one. */
export interface PythonIndex {
  url: string
  /** names of the files that were fetched, in order */
  fetched: string[]
  /** user and password of each request that had them */
  users: string[]
  /** Returns the bytes of all pages and files that were sent. */
  sent(): number
  /** Holds back `file` until `release`. */
  hold(file: string): void
  release(): void
  /** Returns the hash of a file in the format of requirements. */
  hashOf(file: string): string
  close(): Promise<void>
}

/** The warnings of an index about its packages. The index then answers in JSON. */
export interface IndexWarnings {
  /** reasons by the names of files */
  withdrawn: Record<string, string>
  /** by the plain names of packages */
  projects: Record<string, { status: string; reason: string }>
  /** true: only tools that install packages get answers */
  isAway?: boolean
}

/** @param files its content, by the names of wheels and source archives */
export async function startPythonIndex(
  files: Record<string, Buffer>,
  warnings?: IndexWarnings,
): Promise<PythonIndex> {
  const fetched: string[] = []
  const users: string[] = []
  let sent = 0
  let held = ''
  let waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const [, basic] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
    if (basic !== undefined) users.push(Buffer.from(basic, 'base64').toString())
    const [, place, name = ''] = (request.url ?? '').split('/')
    if (warnings?.isAway && request.headers['user-agent'] === undefined) {
      response.writeHead(503).end()
      return
    }
    if (place === 'simple') {
      const own = Object.keys(files).filter((file) => projectOf(file) === name)
      const page = warnings === undefined ? pageOf(own) : jsonPageOf(name, own, warnings)
      const type = warnings === undefined ? 'text/html' : 'application/vnd.pypi.simple.v1+json'
      response.writeHead(own.length === 0 ? 404 : 200, { 'content-type': type })
      sent += page.length
      response.end(page)
      return
    }
    fetched.push(name)
    if (name === held) await new Promise<void>((resolve) => waiting.push(resolve))
    sent += files[name]?.length ?? 0
    response.end(files[name])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple/`,
    fetched,
    users,
    sent: () => sent,
    hold(file) {
      held = file
    },
    release() {
      held = ''
      for (const go of waiting) go()
      waiting = []
    },
    hashOf: (file) =>
      createHash('sha256')
        .update(files[file] ?? '')
        .digest('hex'),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function pageOf(files: string[]): string {
  return files.map((file) => `<a href="/files/${file}">${file}</a>`).join('\n')
}

function jsonPageOf(name: string, own: string[], { withdrawn, projects }: IndexWarnings): string {
  const files = own.map((filename) => {
    return { filename, url: `/files/${filename}`, hashes: {}, yanked: withdrawn[filename] ?? false }
  })
  return JSON.stringify({ meta: { 'api-version': '1.4' }, name, files, 'project-status': projects[name] })
}

function projectOf(file: string): string {
  return (file.split(/-\d/)[0] ?? '').replaceAll('_', '-')
}

/**
 * Returns the smallest wheel: one module.
 * @param data other files for an environment, by paths there such as 'lib/a.so'
 * @param scripts programs, by their names
 */
export function wheelOf(
  name: string,
  version: string,
  module: string,
  needs: string[] = [],
  data: Record<string, string> = {},
  scripts: Record<string, string> = {},
): [string, Buffer] {
  const info = `${name}-${version}.dist-info`
  const metadata = [`Metadata-Version: 2.1`, `Name: ${name}`, `Version: ${version}`]
  const placed = (scheme: string, files: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [`${name}-${version}.data/${scheme}/${path}`, content]),
    )
  const entries: Record<string, string> = {
    [`${name}.py`]: module,
    ...placed('data', data),
    ...placed('scripts', scripts),
    [`${info}/METADATA`]: [...metadata, ...needs.map((need) => `Requires-Dist: ${need}`), ''].join('\n'),
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: podium\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  }
  const record = `${info}/RECORD`
  entries[record] = [...Object.keys(entries), record].map((path) => `${path},,\n`).join('')
  return [`${name}-${version}-py3-none-any.whl`, zipOf(entries)]
}

/** Returns a source archive whose build runs `build`, Python code that puts the package's files into `made`. */
export async function sourceOf(
  name: string,
  build: string,
  more: Record<string, string> = {},
): Promise<[string, Buffer]> {
  const backend = `
import os, zipfile
def make():
${build.replaceAll(/^/gm, '    ')}
def build_wheel(folder, config_settings=None, metadata_directory=None):
    os.makedirs('made', exist_ok=True)
    make()
    info = '${name}-1.0.dist-info'
    wheel = '${name}-1.0-py3-none-any.whl'
    with zipfile.ZipFile(os.path.join(folder, wheel), 'w') as file:
        for path in os.listdir('made'): file.write(os.path.join('made', path), path)
        file.writestr(info + '/METADATA', 'Metadata-Version: 2.1\\nName: ${name}\\nVersion: 1.0\\n')
        file.writestr(info + '/WHEEL', 'Wheel-Version: 1.0\\nGenerator: podium\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
        file.writestr(info + '/RECORD', '')
    return wheel
`
  const project =
    '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n' +
    `[project]\nname = "${name}"\nversion = "1.0"\n`
  const all = {
    'pyproject.toml': project,
    'backend.py': backend,
    'PKG-INFO': `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`,
    ...more,
  }
  const entries = Object.entries(all).map(([path, content]) => ({ name: `${name}-1.0/${path}`, content }))
  return [`${name}-1.0.tar.gz`, await archiveOf(entries)]
}

/** Returns an uncompressed zip of files. */
function zipOf(entries: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(entries)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x21, 8)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, content])
    const rest = Buffer.alloc(14)
    const mode = path.includes('.data/scripts/') ? 0o100755 : 0o644
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), common, rest, name]))
    parts.push(entry)
    offset += entry.length
  }
  const end = Buffer.alloc(18)
  const length = directory.reduce((sum, { length }) => sum + length, 0)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end])
}
