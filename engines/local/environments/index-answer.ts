import { maskAddresses } from '@podium/contract/python-packages/masked-addresses.ts'
import type { IndexAnswer } from './failure/failed-install.ts'
import { type AskOptions, readBody, requestPage } from './index-request.ts'

const PATIENCE_MS = 5000
const MAX_BYTES = 64 * 1024

/** Asks an index once for the page of a package, because pip does not report the index's answer. */
export async function askIndex(
  address: string,
  name: string,
  { patience_ms = PATIENCE_MS, ...options }: AskOptions & { patience_ms?: number },
): Promise<IndexAnswer> {
  const request = { address: maskAddresses(address), from: 'setting' as const }
  const signal = AbortSignal.timeout(patience_ms)
  try {
    const { answer, elsewhere } = await requestPage(address, name, options, signal)
    try {
      const status = answer.statusCode ?? null
      if (elsewhere) return { ...request, status, kind: 'none', error: `redirects to ${elsewhere.origin}` }
      const { text } = await readBody(answer, MAX_BYTES)
      return { ...request, status, kind: kindOf(answer.headers['content-type'] ?? '', text) }
    } finally {
      answer.destroy()
    }
  } catch (error) {
    return { ...request, status: null, kind: 'none', error: reasonOf(error, signal) }
  }
}

const FILE_LINK = /<a\s[^>]*href=["'][^"']+\.(?:whl|zip|tar\.gz|tar\.bz2|egg)\b/i
const INDEX_PAGE = /pypi:repository-version|<title>\s*(?:Links for|Simple index)/i

/** Distinguishes pages of package indexes from other pages. */
export function kindOf(type: string, body: string): IndexAnswer['kind'] {
  if (/^application\/vnd\.pypi\.simple/.test(type)) return 'simple'
  if (/json/.test(type)) return 'json'
  if (!/html/.test(type)) return 'none'
  return FILE_LINK.test(body) || INDEX_PAGE.test(body) ? 'simple' : 'html'
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time'
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
