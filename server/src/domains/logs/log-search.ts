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

/** Selects the lines that contain a text, that have a level, or both. */
export interface Wanted {
  text?: string | undefined
  level?: SearchedLevel | undefined
}

export interface SearchLimits {
  hits: number
  /** aborts the search, also while the log stalls */
  ended: AbortSignal
}

const NEWLINE = 10
/** Other work gets a turn after this many bytes. */
const LOOKED_AT_ONCE = 64 * 1024
/** A line without end is searched in pieces of this size; a text across two pieces is still found. */
const LONGEST_PIECE = 1024 * 1024
/** Characters of a line that a hit shows. */
const SHOWN = 400

/**
 * Finds lines that contain the text, ignoring case and colours, and have the level. Reads the log once with at most
 * one piece in memory, and stops at the limits, saying that there may be more.
 */
export async function searchLog(log: Readable, query: Wanted, limits: SearchLimits): Promise<Found> {
  const search = createSearch(query, limits.hits)
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

  /** Searches whole lines, or a piece of a very long one, and counts them. */
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
      // a match of a text that begins with a newline may end at its start, so the search must advance
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

/** Bytes of a line that are searched for its level. */
const LEVEL_WITHIN = 1024

/** A fast pattern that every line of a level matches. Other lines match too, so each match is checked. */
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

/** @param at byte offset of the text in the line */
function shownText(line: Buffer, at: number): string {
  const text = line.toString('utf8')
  const before = line.toString('utf8', 0, at).length
  const begin = text.length <= SHOWN ? 0 : Math.max(0, before - SHOWN / 4)
  return text.slice(begin, begin + SHOWN)
}

const HITS = 1000
const LONGEST_MS = 10_000

/**
 * Searches logs, two at a time, because each search may read up to a gibibyte. Its time starts with the request, and
 * it ends early if its client has gone.
 */
export function createLogSearches() {
  const withPermit = createSemaphore({ at_once: 2, waiting: 16, refuse: () => fail('LOG.BUSY') })

  return async function search(
    open: () => Promise<Pick<Log, 'size' | 'read'>>,
    query: Wanted,
    gone: AbortSignal,
  ): Promise<Found> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), LONGEST_MS)
    const ended = AbortSignal.any([gone, timeout.signal])
    try {
      return await withPermit(async () => {
        if (ended.aborted) return { hits: [], more: true }
        const log = await open()
        return await searchLog(await log.read(0, log.size), query, { hits: HITS, ended })
      })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Above this code point no character has two cases. */
const LAST_CASED = 0x1ffff

export interface PatternInBytes {
  /** finds the text in bytes that were decoded as one character each */
  pattern: RegExp
  /** maximum bytes of a match */
  longest: number
}

/** Colour sequences of a terminal may stand between any two characters; longer runs of them do not match. */
const COLOURS = '(?:\\x1b\\[[0-?]{0,24}[ -/]?[@-~]){0,4}'
const LONGEST_COLOURS = 4 * 28

/**
 * Matches a text in any case, with or without colours, in UTF-8 bytes. A match needs no second check, so a search is
 * equally fast if its letters are on every line.
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
 * ASCII letters have only two cases, so that a plain text is searched fast: the Kelvin sign does not match K. Others
 * may have more: Σ is also written ς and σ.
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

/** Computed on first use, because it takes a while and most texts are ASCII. */
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
