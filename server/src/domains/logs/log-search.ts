import { addAbortSignal, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { SearchedLevel, searchLog as searchLogRoute } from '@podium/contract/calls/run-files.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { levelOf } from '@podium/contract/rules/log-levels.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { withoutSequences } from '@podium/engines/plain-line.ts'
import { createSemaphore } from '../../semaphore.ts'
import type { Log } from './log-source.ts'
import { countNewlines } from './newlines.ts'

type Found = ReplyOf<typeof searchLogRoute>

/** The lines to search for: those that contain a text, those of a level, or those that are both. */
export interface Wanted {
  text?: string | undefined
  level?: SearchedLevel | undefined
}

export interface SearchLimits {
  hits: number
  /** ends the search, also while the log does not go on */
  ended: AbortSignal
}

const NEWLINE = 10
/** After so many bytes other calls have their turn. */
const LOOKED_AT_ONCE = 64 * 1024
/** Of a line without an end this much is looked at together; a text across such a cut is still found. */
const LONGEST_PIECE = 1024 * 1024
/** Characters of a line that a hit shows. */
const SHOWN = 400

/**
 * Lines that hold the text, without regard to case or colours, and say the level. Reads the log once, keeps no more than
 * one piece of it, and ends at the limits, saying that there may be more.
 */
export async function searchLog(log: Readable, wanted: Wanted, limits: SearchLimits): Promise<Found> {
  const search = createSearch(wanted, limits.hits)
  try {
    for await (const chunk of addAbortSignal(limits.ended, log)) {
      for (const part of partsOf(chunk as Buffer)) {
        search.take(part)
        if (search.full() || limits.ended.aborted) return { hits: search.hits, more: true }
        await setImmediate()
      }
    }
  } catch (error) {
    if (!limits.ended.aborted) throw error
    return { hits: search.hits, more: true }
  }
  search.finish()
  return { hits: search.hits, more: search.full() }
}

function* partsOf(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += LOOKED_AT_ONCE) yield chunk.subarray(at, at + LOOKED_AT_ONCE)
}

function createSearch({ text, level }: Wanted, limit: number) {
  const { pattern, longest } = text === undefined ? MAY_SAY[level ?? 'error'] : patternInBytes(text)
  const hits: Found['hits'] = []
  let more = false
  let rest: Buffer = Buffer.alloc(0)
  let restOffset = 0
  let line = 0
  let lineStart = 0

  /** Looks through whole lines (or a piece of a very long one), and counts them. */
  function look(piece: Buffer): void {
    const bytes = piece.toString('latin1')
    let counted = 0
    const countTo = (end: number) => {
      const passed = piece.subarray(counted, end)
      const newlines = countNewlines(passed)
      if (newlines > 0) lineStart = restOffset + counted + passed.lastIndexOf(NEWLINE) + 1
      line += newlines
      counted = end
    }
    pattern.lastIndex = 0
    for (let found = pattern.exec(bytes); found && !more; found = pattern.exec(bytes)) {
      countTo(found.index)
      const begin = Math.max(0, lineStart - restOffset)
      const newline = piece.indexOf(NEWLINE, found.index)
      const end = newline === -1 ? piece.length : newline
      if (hits.at(-1)?.line !== line && (!level || says(level, piece.subarray(begin, end)))) {
        if (hits.length === limit) more = true
        else
          hits.push({
            line,
            offset: lineStart,
            text: shownText(piece.subarray(begin, end), found.index - begin),
          })
      }
      // a text that begins with a newline stands where its line ends: the search must go on behind it
      pattern.lastIndex = Math.max(end, found.index + 1)
    }
    countTo(piece.length)
  }

  function drop(bytes: number): void {
    rest = rest.subarray(bytes)
    restOffset += bytes
  }

  return {
    hits,
    full: () => more,
    take(chunk: Buffer) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const whole = rest.lastIndexOf(NEWLINE) + 1
      if (whole > 0) {
        look(rest.subarray(0, whole))
        drop(whole)
      }
      if (rest.length > LONGEST_PIECE) {
        look(rest)
        drop(rest.length - longest)
      }
    },
    finish() {
      look(rest)
    },
  }
}

/** Bytes of a line that are looked at for its level. */
const LEVEL_WITHIN = 1024

/** Every line of a level matches its pattern. A line that matches is checked, since others match as well. */
const MAY_SAY: Record<SearchedLevel, PatternInBytes> = {
  error: {
    pattern:
      /err|exception|interrupt|critical|fatal|traceback|panic|terminate called|alert|emerg|(?:level|lvl|severity)\w*["=]|(?:^|m)[EF]\d{4} |: [EF] /gim,
    longest: 32,
  },
  warn: { pattern: /warn|(?:level|lvl|severity)\w*["=]|(?:^|m)W\d{4} |: W /gim, longest: 32 },
}

function says(level: SearchedLevel, line: Buffer): boolean {
  return levelOf(withoutSequences(line.toString('utf8', 0, LEVEL_WITHIN)))?.level === level
}

/** @param at the byte of the line where the text stands */
function shownText(line: Buffer, at: number): string {
  const text = line.toString('utf8')
  const before = line.toString('utf8', 0, at).length
  const begin = text.length <= SHOWN ? 0 : Math.max(0, before - SHOWN / 4)
  return text.slice(begin, begin + SHOWN)
}

const HITS = 1000
const LONGEST_MS = 10_000

/**
 * Searches logs, two at a time: each looks through up to a gibibyte. Its time begins when it is asked for, and it
 * ends early when its client has gone.
 */
export function createLogSearches() {
  const withPermit = createSemaphore({ at_once: 2, waiting: 16, refuse: () => fail('LOG.BUSY') })

  return async function search(
    open: () => Promise<Pick<Log, 'size' | 'read'>>,
    wanted: Wanted,
    gone: AbortSignal,
  ): Promise<Found> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), LONGEST_MS)
    const ended = AbortSignal.any([gone, timeout.signal])
    try {
      return await withPermit(async () => {
        if (ended.aborted) return { hits: [], more: true }
        const log = await open()
        return await searchLog(await log.read(0, log.size), wanted, { hits: HITS, ended })
      })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Above this code point no character has two cases. */
const LAST_CASED = 0x1ffff

export interface PatternInBytes {
  /** finds the text in bytes that were read as one character each */
  pattern: RegExp
  /** so many bytes the text takes at most */
  longest: number
}

/** Sequences that a terminal takes as colours may stand between any two characters; more than this in one place are none. */
const COLOURS = '(?:\\x1b\\[[0-?]{0,24}[ -/]?[@-~]){0,4}'
const LONGEST_COLOURS = 4 * 28

/**
 * A text in upper and lower case, with colours or without, as the bytes of UTF-8 hold it. What it finds is the text: no
 * line has to be read as characters to make sure, so a text is found as fast beside letters that stand on every line.
 */
export function patternInBytes(text: string): PatternInBytes {
  const characters = [...text].map((character) => casesOf(character).map((one) => Buffer.from(one)))
  return {
    pattern: new RegExp(characters.map(anyOf).join(COLOURS), 'g'),
    longest: characters.reduce(
      (sum, cases) => sum + LONGEST_COLOURS + Math.max(...cases.map(({ length }) => length)),
      0,
    ),
  }
}

/**
 * Of ASCII letters only two, so that a plain text is looked for fast: the sign of Kelvin is no K here. Others may have
 * more: Σ is also written ς and σ.
 */
function casesOf(character: string): string[] {
  if (/\p{ASCII}/u.test(character)) return [...new Set([character.toLowerCase(), character.toUpperCase()])]
  return casedCharacters().match(new RegExp(character, 'giu')) ?? [character]
}

function anyOf(cases: Buffer[]): string {
  return `(?:${cases.map(escaped).join('|')})`
}

function escaped(bytes: Buffer): string {
  return bytes.toString('hex').replaceAll(/../g, '\\x$&')
}

let cased: string | undefined

/** Made once it is needed: it takes a while, and most texts are ASCII. */
function casedCharacters(): string {
  cased ??=
    everyCharacter()
      .match(/\p{Changes_When_Casemapped}/gu)
      ?.join('') ?? ''
  return cased
}

function everyCharacter(): string {
  return Array.from({ length: LAST_CASED }, (_, code) => String.fromCodePoint(code)).join('')
}
