// `npm run pack`: builds one archive, which Node starts on a machine without internet and npm.
import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { packedFiles } from './packed-files.mjs'
import { buildIfStale, installIfStale } from './prepare.mjs'

const root = new URL('..', import.meta.url).pathname
/** The time that npm gives to packages' files, so that archives of the same files are equal. */
const WHEN = new Date('1985-10-26T08:15:00Z')

const [folder = join(root, 'dist')] = process.argv.slice(2)
installIfStale(root)
buildIfStale(root)
const { pack } = await import('tar-stream')
const { name, version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const release = `${name}-${version}`
const file = resolve(folder, `${release}-${process.platform}-${process.arch}.tar.gz`)
mkdirSync(folder, { recursive: true })

const archive = pack()
const written = pipeline(archive, createGzip(), createWriteStream(file))
const manifest = JSON.stringify({ name, version, license, type: 'module', engines }, null, 2)
await add({ name: 'package.json' }, Buffer.from(`${manifest}\n`))
for (const { name, path, link } of packedFiles(root)) {
  if (link) await add({ name, type: 'symlink', linkname: link })
  else await add({ name, mode: statSync(path).mode & 0o100 ? 0o755 : 0o644 }, readFileSync(path))
}
archive.finalize()
await written
const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
console.log(`${file}\n${(statSync(file).size / 1e6).toFixed(1)} MB, SHA-256 ${sha256}`)

function add(header, content) {
  return new Promise((done, failed) => {
    const entry = { mode: 0o644, uid: 0, gid: 0, mtime: WHEN, ...header, name: `${release}/${header.name}` }
    archive.entry(entry, content, (error) => (error ? failed(error) : done()))
  })
}
