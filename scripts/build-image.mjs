// `node scripts/build-image.mjs [FOLDER]`: builds the image of deploy/Containerfile as an OCI archive, on Debian
// without podman, docker or a registry. `podman load`, `docker load` and `ctr images import` accept it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { imageSettings } from './image-settings.mjs'

const root = new URL('..', import.meta.url).pathname
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch]
/** The time of the files in a packed release. */
const WHEN = new Date('1985-10-26T08:15:00Z')

const [folder = join(root, 'dist')] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `localhost/podium:${version}`
const archive = resolve(folder, `podium-${version}-image-${process.platform}-${process.arch}.tar`)
const work = mkdtempSync(join(tmpdir(), 'podium-image-'))
// Without root, the steps run as another user, who reads the release from here.
chmodSync(work, 0o755)
try {
  execute(process.execPath, [join(root, 'scripts', 'pack.mjs'), join(work, 'release')])
  fillRoot(join(work, 'layer.tar'))
  await writeArchive()
} finally {
  rmSync(work, { recursive: true, force: true })
}
const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex')
console.log(`${archive}\n${name}, ${(statSync(archive).size / 1e6).toFixed(1)} MB, SHA-256 ${sha256}`)

/** Performs the steps of the Containerfile's last stage, on a Debian that mmdebstrap unpacks. */
function fillRoot(layer) {
  const packages = readFileSync(join(root, 'deploy', 'image', 'packages'), 'utf8')
    .trim()
    .split('\n')
  const release = join(work, 'release', `podium-${version}-${process.platform}-${process.arch}.tar.gz`)
  execute('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    `--architectures=${architecture}`,
    // As in Debian's own images. Otherwise a package that merges them is installed, with 50 MB of Perl.
    '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
    `--include=${packages.join(',')}`,
    `--customize-hook=copy-in '${join(root, 'deploy', 'image')}' /`,
    '--customize-hook=chroot "$1" sh /image/prepare.sh',
    '--customize-hook=rm -r "$1/image"',
    `--customize-hook=install -m 0755 '${process.execPath}' "$1/usr/local/bin/node"`,
    '--customize-hook=mkdir "$1/app"',
    `--customize-hook=tar -xzf '${release}' -C "$1/app" --strip-components=1 --no-same-owner`,
    'bookworm',
    layer,
  ])
}

function execute(program, args) {
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(WHEN.getTime() / 1000) }
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env })
  if (error?.code === 'ENOENT')
    throw new Error(`There is no ${program}: apt-get install --no-install-recommends ${program}`)
  if (error) throw error
  if (status !== 0) throw new Error(`${program} failed: see the lines above.`)
}

async function writeArchive() {
  const blobs = join(work, 'image', 'blobs', 'sha256')
  mkdirSync(blobs, { recursive: true })
  const { diffId, ...layer } = await addLayer(blobs)
  const created = WHEN.toISOString()
  const config = addJson(blobs, 'config', {
    architecture,
    os: 'linux',
    created,
    config: imageSettings(readFileSync(join(root, 'deploy', 'Containerfile'), 'utf8')),
    rootfs: { type: 'layers', diff_ids: [diffId] },
    history: [{ created, created_by: 'scripts/build-image.mjs' }],
  })
  const manifest = addJson(blobs, 'manifest', {
    schemaVersion: 2,
    mediaType: mediaType('manifest'),
    config,
    layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', ...layer }],
  })
  const annotations = { 'io.containerd.image.name': name, 'org.opencontainers.image.ref.name': version }
  const index = { schemaVersion: 2, manifests: [{ ...manifest, annotations }] }
  writeFileSync(join(work, 'image', 'index.json'), JSON.stringify(index))
  writeFileSync(join(work, 'image', 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}')
  mkdirSync(resolve(folder), { recursive: true })
  const fixed = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${WHEN.getTime() / 1000}`,
  ]
  execute('tar', [
    ...fixed,
    '-C',
    join(work, 'image'),
    '-cf',
    `${archive}.new`,
    'oci-layout',
    'index.json',
    'blobs',
  ])
  renameSync(`${archive}.new`, archive)
}

/** Compresses the root file system. `diffId` is the hash of the uncompressed layer. */
async function addLayer(blobs) {
  const [whole, packed] = [digest(), digest()]
  const file = join(work, 'layer.tar.gz')
  await pipeline(
    createReadStream(join(work, 'layer.tar')),
    whole.through,
    createGzip(),
    packed.through,
    createWriteStream(file),
  )
  const [diffId, sum] = [whole.value(), packed.value()]
  renameSync(file, join(blobs, sum.slice('sha256:'.length)))
  return { diffId, digest: sum, size: packed.size() }
}

/** Hashes and counts the data that passes through. */
function digest() {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { through, value: () => `sha256:${hash.digest('hex')}`, size: () => size }
}

function addJson(blobs, kind, value) {
  const text = JSON.stringify(value)
  const sum = createHash('sha256').update(text).digest('hex')
  writeFileSync(join(blobs, sum), text)
  return { mediaType: mediaType(kind), digest: `sha256:${sum}`, size: Buffer.byteLength(text) }
}

function mediaType(kind) {
  return `application/vnd.oci.image.${kind}.v1+json`
}
