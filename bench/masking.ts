import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { createMask, type Mask } from '@podium/engines/masking/mask.ts'
import { createMasker } from '@podium/engines/masking/masked-bytes.ts'
import { interleave, medianRatio, printFigures } from './rounds.ts'
import { atMost, type Verdict } from './verdict.ts'

const ROUNDS = 5
const MIB = 2 ** 20
const PIECE = 64 * 1024
/** The worst case is measured on a fraction of the log: this many times fewer bytes. */
const PART = 16
const LOG_BYTES = 100 * MIB
const SECRETS = 20
const LINES_A_SECRET = 1000
const MAX_RATIO = 1.25
const MAX_WORST_RATIO = 40
const MAX_TURN_MS = 50

/** Measures masking a log of 100 MiB with 20 secrets in pieces, beside one regular expression; and the worst case. */
export async function measureMasking(): Promise<Verdict[]> {
  const secrets = Array.from({ length: SECRETS }, () => randomBytes(24).toString('hex'))
  const pieces = piecesOf(secrets)
  const mask = await createMask(secrets)
  if (!mask) throw new Error('There is nothing to mask.')
  const repetitive = await createMask(Array.from({ length: 7 }, (_, at) => `${'a'.repeat(PIECE - at - 1)}b`))
  if (!repetitive) throw new Error('There is nothing to mask.')
  const letters = Array.from({ length: pieces.length / PART }, () => Buffer.alloc(PIECE, 'a'))
  const short = Array.from({ length: 7 }, shortLines)
  const expression = new RegExp(secrets.join('|'), 'g')
  const measures = {
    masked: async () => timed(() => maskAll(mask, pieces)),
    'worst case, a part': async () => timed(() => maskAll(repetitive, letters)),
    'regular expression': async () =>
      timed(() => {
        for (const piece of pieces) Buffer.from(piece.toString('latin1').replace(expression, '*'), 'latin1')
      }),
  }
  const figures = await interleave(ROUNDS, measures)
  printFigures('ms', figures)
  const ratio = medianRatio(figures.masked, figures['regular expression'])
  return [
    atMost(
      'masking, in all forms, beside one regular expression of the secrets alone',
      ratio,
      MAX_RATIO,
      '×',
    ),
    atMost(
      'masking a log of one letter, by seven secrets of 64 KiB of it, beside a usual log as long',
      medianRatio(figures['worst case, a part'], figures.masked) * PART,
      MAX_WORST_RATIO,
      '×',
    ),
    atMost(
      'longest turn of the loop while the mask of 448 KiB of secrets in lines of 9 bytes is made',
      await longestTurn(() => createMask(short)),
      MAX_TURN_MS,
      'ms',
    ),
  ]
}

function shortLines(): string {
  const lines = Array.from({ length: PIECE / 10 }, () => randomBytes(6).toString('base64'))
  return lines.map((line) => `${line}!`).join('\n')
}

async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  let began = performance.now()
  const done = work().finally(() => {
    isDone = true
  })
  for (; !isDone; began = performance.now()) {
    await setImmediate()
    longest = Math.max(longest, performance.now() - began)
  }
  await done
  return longest
}

function maskAll(mask: Mask, pieces: readonly Buffer[]): void {
  const masker = createMasker(mask)
  for (const piece of pieces) masker.take(piece)
  masker.rest()
}

function piecesOf(secrets: readonly string[]): Buffer[] {
  const lines = Array.from({ length: SECRETS * LINES_A_SECRET }, (_, at) => {
    const secret = at % LINES_A_SECRET === 0 ? secrets[at / LINES_A_SECRET] : ''
    return `2026-11-23 10:00:00 INFO epoch ${at} loss ${1 / (at + 1)} ${secret}\n`
  })
  const text = Buffer.from(lines.join(''))
  const log = Buffer.concat(Array.from({ length: Math.ceil(LOG_BYTES / text.length) }, () => text))
  return Array.from({ length: Math.floor(LOG_BYTES / PIECE) }, (_, at) =>
    log.subarray(at * PIECE, (at + 1) * PIECE),
  )
}

function timed(action: () => void): number {
  const began = performance.now()
  action()
  return performance.now() - began
}
