import type { Fault } from './answer.ts'

interface FaultContext {
  /** a person at a page of the console, or a program that has only an address and a token */
  to: 'page' | 'program'
  /** number of bytes sent, if known */
  bytes?: number | undefined
}

/** Explains an answer that is not Podium's, and what to do. */
export function sentenceOfFault({ kind, status, location }: Fault, { to, bytes }: FaultContext): string {
  switch (kind) {
    case 'none':
      return 'The server cannot be reached.'
    case 'away':
      return `Podium does not answer the gateway before it (${status}). It may be starting again.`
    case 'sign-in':
      return to === 'page'
        ? "The answer is not Podium's: a gateway may want you to sign in again. Reload."
        : "The answer is not Podium's: a gateway may want a sign-in of its own. Use an address that leads to Podium without it."
    case 'elsewhere':
      return `The answer is not Podium's: it leads to ${location}. If Podium is there, use that address.`
    case 'proxy-sign-in':
      return 'A proxy on the way to Podium wants a sign-in of its own (407).'
    case 'too-large':
      return `Something before Podium refused ${bytes === undefined ? 'what was sent' : sizeOf(bytes)} as too large (413). Its administrator can raise the limit, in nginx client_max_body_size.`
    case 'refused':
      return `Something before Podium refused the call (${status}), as a firewall or a gateway does. Ask its administrator.`
  }
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const units = ['KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length)
  return `${(bytes / 1024 ** power).toFixed(1)} ${units[power - 1]}`
}
