// Builds the files that the server offers to other machines: the command as one file, the Python package as a wheel,
// the package @podium/client for JavaScript, and the solution template.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import tar from 'tar-stream'
import { build } from 'vite'
import { zipOf } from './zip.mjs'

/** @param dist the built console, whose files the server serves publicly */
export async function buildDownloads(root, dist) {
  await buildCommand(root, join(dist, 'cli'))
  buildWheel(root, join(dist, 'python'))
  await buildClient(root, join(dist, 'client'))
  await buildTemplate(root, join(dist, 'template'))
}

/** Builds the package, with the same bytes for the same files. Returns its file name. */
export async function buildClient(root, outDir) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const folder = join(root, 'cli', 'npm-client')
  return inFolder(async (parts) => {
    await buildModule(root, join(folder, 'client.ts'), join(parts, 'client.mjs'))
    const { packageFiles } = await importModule(root, join(folder, 'package-files.ts'), parts)
    const files = packageFiles(readFileSync(join(parts, 'client.mjs'), 'utf8'), version)
    return writeArchive(outDir, `podium-client-${version}.tgz`, 'package', files)
  })
}

/** Builds the archive of `podium init`'s files, with the same bytes for the same files. Returns its file name. */
export function buildTemplate(root, outDir) {
  return inFolder(async (parts) => {
    const { templateFiles } = await importModule(root, join(root, 'cli', 'template.ts'), parts)
    return writeArchive(outDir, 'my-solution.tgz', 'my-solution', templateFiles())
  })
}

/** Runs work with a temporary folder. */
async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'podium-build-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function importModule(root, input, parts) {
  const output = join(parts, basename(input).replace('.ts', '.mjs'))
  await buildModule(root, input, output)
  return import(pathToFileURL(output).href)
}

/** @param top the folder in the archive that contains everything */
async function writeArchive(outDir, name, top, files) {
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(outDir, { recursive: true })
  writeFileSync(join(outDir, name), gzipSync(await tarOf(top, files)))
  return name
}

function tarOf(top, files) {
  const pack = tar.pack()
  for (const [path, content] of Object.entries(files))
    pack.entry({ name: `${top}/${path}`, mtime: new Date(0) }, content)
  pack.finalize()
  return buffer(pack)
}

async function buildCommand(root, outDir) {
  rmSync(outDir, { recursive: true, force: true })
  await buildModule(root, join(root, 'cli', 'podium.ts'), join(outDir, 'podium.mjs'), '#!/usr/bin/env node')
}

/** Bundles a module into one file that needs only Node. */
async function buildModule(root, input, output, banner = '') {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: dirname(output),
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input,
        output: { entryFileNames: basename(output), codeSplitting: false, banner },
      },
    },
  })
}

/** Builds the wheel, with the same bytes for the same files. Returns its file name. */
export function buildWheel(root, outDir) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const folder = join(root, 'python', 'podium')
  const info = `podium-${version}.dist-info`
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.py'))
    .sort()
    .map((name) => ({ name: `podium/${name}`, content: readFileSync(join(folder, name)) }))
  files.push(
    { name: `${info}/METADATA`, content: Buffer.from(metadataOf(version)) },
    { name: `${info}/WHEEL`, content: Buffer.from(WHEEL) },
  )
  const record = [...files.map(recorded), `${info}/RECORD,,`, ''].join('\n')
  files.push({ name: `${info}/RECORD`, content: Buffer.from(record) })
  const wheel = `podium-${version}-py3-none-any.whl`
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(outDir, { recursive: true })
  writeFileSync(join(outDir, wheel), zipOf(files))
  return wheel
}

const WHEEL = 'Wheel-Version: 1.0\nGenerator: podium\nRoot-Is-Purelib: true\nTag: py3-none-any\n'

function metadataOf(version) {
  return [
    'Metadata-Version: 2.1',
    'Name: podium',
    `Version: ${version}`,
    'Summary: Podium from Python: what a run tells of itself, and a client for the server',
    'License: Apache-2.0',
    'Requires-Python: >=3.8',
    '',
  ].join('\n')
}

function recorded({ name, content }) {
  return `${name},sha256=${createHash('sha256').update(content).digest('base64url')},${content.length}`
}
