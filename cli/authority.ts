import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fail } from './cli-error.ts'

/** Error codes of a connection whose server certificate is not signed by a trusted authority. */
const UNKNOWN = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
])

export function isUnknownAuthority(code: string | undefined): code is string {
  return code !== undefined && UNKNOWN.has(code)
}

export function untrusted(address: string, code: string): string {
  return (
    `The certificate of ${address} is signed by an unknown authority (${code}). ` +
    'Give the file with its certificate: --ca FILE, or NODE_EXTRA_CA_CERTS in the environment.'
  )
}

/**
 * Runs this command again with the authority trusted whose certificate is in the file, because Node reads such a file
 * only at its start. Returns true if it did.
 */
export async function trustAuthority(named: string): Promise<boolean> {
  const file = resolve(named)
  if (process.env.NODE_EXTRA_CA_CERTS === file) return false
  const pem = await readFile(file).catch(() => fail(`There is no file ${named} to read a certificate from.`))
  if (!isCertificate(pem)) fail(`${named} contains no certificate in PEM form.`)
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
    stdio: 'inherit',
  })
  // The terminal sends its signals to both. The child decides how it ends.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
  return true
}

function isCertificate(pem: Buffer): boolean {
  try {
    new X509Certificate(pem)
    return true
  } catch {
    return false
  }
}
