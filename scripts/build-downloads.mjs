// Builds what the server hands to other machines: the command as one file, and the Python package as a wheel.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { zipOf } from './zip.mjs'

/** @param dist the built console, whose files the server serves to everybody */
export async function buildDownloads(root, dist) {
  await buildCommand(root, join(dist, 'cli'))
  buildWheel(root, join(dist, 'python'))
}

async function buildCommand(root, outDir) {
  rmSync(outDir, { recursive: true, force: true })
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: { podium: join(root, 'cli', 'podium.ts') },
        output: { entryFileNames: 'podium.mjs', codeSplitting: false, banner: '#!/usr/bin/env node' },
      },
    },
  })
}

/** Makes the wheel, always the same bytes of the same files; answers its name. */
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
