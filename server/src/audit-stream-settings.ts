import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Settings } from './settings.ts'

/** The additional destination of the audit log. */
export type AuditStreamSettings = { kind: 'file'; path: string } | { kind: 'web'; url: URL; secret: string }

/** No problem repeats the address, because it may hold a key. */
export function readAuditStreamSettings(settings: Settings): AuditStreamSettings | null {
  const address = settings.text('PODIUM_AUDIT_STREAM')
  const secret = settings.secret('PODIUM_AUDIT_STREAM_SECRET')
  if (address === null) {
    if (secret !== null)
      settings.problems.push('PODIUM_AUDIT_STREAM_SECRET needs PODIUM_AUDIT_STREAM beside it.')
    return null
  }
  const path = pathOf(address)
  if (path !== null) return { kind: 'file', path }
  const url = webAddressOf(address)
  if (url === null)
    settings.problems.push(
      'PODIUM_AUDIT_STREAM: give the full path of a file, as in file:///var/log/podium-audit.jsonl, or an https address without a user name.',
    )
  else if (secret === null)
    settings.problems.push(
      'PODIUM_AUDIT_STREAM with an https address needs PODIUM_AUDIT_STREAM_SECRET, which signs what is sent.',
    )
  else return { kind: 'web', url, secret }
  return null
}

function pathOf(address: string): string | null {
  try {
    const path = fileURLToPath(address)
    return isAbsolute(path) && !path.endsWith('/') ? path : null
  } catch {
    return null
  }
}

function webAddressOf(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null
}
