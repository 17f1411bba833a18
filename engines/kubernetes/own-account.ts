import { X509Certificate } from 'node:crypto'
import type { Credentials } from './access.ts'

/**
 * The name under which the cluster knows who has these credentials, as far as they tell it themselves: a service account, or the
 * name in a certificate. Any other token means to the cluster whom its administrator says: null.
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
