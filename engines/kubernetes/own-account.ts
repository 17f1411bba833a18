import { X509Certificate } from 'node:crypto'
import type { Credentials } from './access.ts'

/**
 * Returns the account of these credentials in the cluster, if they contain it: a service account, or the name in a
 * certificate. Returns null for any other token, whose account only the cluster knows.
 */
export function accountIn({ authorization, cert }: Credentials): string | null {
  return authorization === undefined ? nameIn(cert) : serviceAccountIn(authorization)
}

function serviceAccountIn(authorization: string): string | null {
  const [, claims = ''] = authorization.replace(/^Bearer /, '').split('.')
  try {
    const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub?: unknown }
    return typeof sub === 'string' && sub.startsWith('system:serviceaccount:') ? sub : null
  } catch {
    return null
  }
}

function nameIn(cert: string | undefined): string | null {
  if (cert === undefined) return null
  return /^CN=(.+)$/m.exec(new X509Certificate(cert).subject)?.[1] ?? null
}
