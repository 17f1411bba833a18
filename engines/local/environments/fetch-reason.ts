import { maskAddresses } from '@podium/contract/python-packages/masked-addresses.ts'
import { plainLine } from '../../plain-line.ts'

const MAX_LENGTH = 400

/** Explains in a sentence why uv could not fetch a Python: the address and the root cause. */
export function fetchReason(error: unknown, minutes: number): string {
  const { stderr = '', killed = false } = error as { stderr?: string; killed?: boolean }
  if (killed) return `it took longer than ${minutes} minutes (PODIUM_PYTHON_INSTALL_MINUTES).`
  if (/No download found for request/.test(stderr)) return 'uv knows of no such Python.'
  const causes = [...stderr.matchAll(/^\s*(?:cause|caused by): (.+)$/gim)].map(([, cause = '']) => cause)
  const [, address] = /Failed to download `?([^\s`]+)/.exec(stderr) ?? []
  const last = causes.at(-1) ?? stderr.trim().split('\n').at(-1) ?? ''
  const cause = last.replace(/ for url \(.*\)$/, '').replace(/\.$/, '')
  return plainLine(maskAddresses(address === undefined ? `${cause}.` : `${address}: ${cause}.`), MAX_LENGTH)
}
