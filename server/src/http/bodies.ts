import { sizeInWords } from '@podium/contract/rules/disk-space.ts'
import { FieldProblems, fail } from '@podium/contract/rules/errors.ts'
import { isObject } from '@podium/contract/rules/metadata-json.ts'
import { permissions } from '@podium/contract/rules/permissions.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const JSON_LIMIT = 1024 * 1024
/** Limit for calls without a sign-in, which take a few short texts. */
const OPEN_JSON_LIMIT = 16 * 1024
const IDLE_UPLOAD_MS = 60_000

/** The JSON limit of a call, in bytes. */
export function jsonLimitOf({ allow }: Route): number {
  return permissions[allow] === 'open' ? OPEN_JSON_LIMIT : JSON_LIMIT
}

/**
 * Registers two kinds of body: JSON (also if a program labels it otherwise; the gate refuses browsers that do) and the
 * raw bytes of an upload, passed on as a stream. The gate has set the content type to the route's. Bodies to unknown
 * paths are not read.
 */
export function readBodies(app: FastifyInstance, uploadMax: number): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    const tooMuch = tooMuchToParse(text)
    if (text === '') done(null, undefined)
    else if (tooMuch) done(tooMuch, undefined)
    else
      parse(request, text, (error, value) => {
        if (error) done(notJson(text), undefined)
        else done(takesAnyText(request) ? null : (tooManyNames(value) ?? unstorableIn(text, value)), value)
      })
  })
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.addHook('preParsing', async (request) => {
    const { podium } = request.routeOptions.config
    if (!podium) request.raw.headers['content-type'] = 'application/octet-stream'
    const upload = podium?.transport === 'upload'
    if (upload && Number(request.headers['content-length'] ?? 0) > uploadMax)
      fail('OBJECT.LARGE', { limit: sizeInWords(uploadMax) })
    // a request without a socket (app.inject) has no timeout
    if (upload) request.raw.setTimeout?.(IDLE_UPLOAD_MS, () => request.raw.destroy())
  })
}

/** Any text may be tried as an ID or password, and must get the same answer, because a login stores neither. */
function takesAnyText(request: FastifyRequest): boolean {
  return request.routeOptions.config.podium?.id === 'login'
}

/** The parser's errors: broken JSON, or keys that would pollute prototypes. */
function notJson(text: string): FieldProblems {
  const msg = /"(__proto__|constructor)"/.test(text)
    ? "The body is not valid JSON, or it contains a key named '__proto__' or 'constructor.prototype', which is refused."
    : 'The body is not valid JSON.'
  return new FieldProblems([{ loc: ['body'], msg, type: 'json_invalid' }])
}

/** Metadata and its neighbours have at most 5,000 names each, a list of ids or members 1,000 items. */
const MAX_NAMES = 20_000
/** In metadata (256 KiB) and parameters (64 KiB), every second byte may be an item of a list. */
const MAX_VALUES = 200_000
/**
 * Lists that calls read are fields of the body, of its filter, of its program or of an argument of that; lists further
 * down are not checked item by item.
 */
const LISTS_READ = 1

/**
 * Refuses a body with more names or items than any call accepts. The validator would report and keep a problem for
 * each, so a small body would cost seconds.
 */
export function tooManyNames(body: unknown): FieldProblems | null {
  let names = 0
  let level = branchesOf([body, ...partsOf(body)])
  for (let depth = 0; level.length > 0; depth++) {
    for (const branch of level) {
      if (!Array.isArray(branch)) names += Object.keys(branch).length
      else if (depth <= LISTS_READ) names += branch.length
    }
    if (names > MAX_NAMES) return tooMany(MAX_NAMES, 'names and items')
    level = level.flatMap((branch) => branchesOf(Array.isArray(branch) ? branch : Object.values(branch)))
  }
  return null
}

function partsOf(body: unknown): unknown[] {
  const { filter, program } = objectOf(body)
  const { arguments: list } = objectOf(program)
  return [filter, program, ...(Array.isArray(list) ? list : [])]
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

function branchesOf(values: unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null)
}

function tooMany(most: number, what: string): FieldProblems {
  const msg = `The body holds more than ${most} ${what}. Send less at once.`
  return new FieldProblems([{ loc: ['body'], msg, type: 'json_many' }])
}

/** Deeper than any meaningful body, and shallow enough for recursive code. */
const DEEPEST = 100

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const [LIST, END_OF_LIST, OBJECT, END_OF_OBJECT] = [91, 93, 123, 125] as const

/** Refuses a JSON text with so many levels or values that parsing it would be slow. */
export function tooMuchToParse(text: string): FieldProblems | null {
  let depth = 0
  let commas = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at)
    else if (code === COMMA) commas += 1
    else if (code === LIST || code === OBJECT) depth += 1
    else if (code === END_OF_LIST || code === END_OF_OBJECT) depth -= 1
    if (depth > DEEPEST) {
      const msg = `The body is nested deeper than ${DEEPEST} levels.`
      return new FieldProblems([{ loc: ['body'], msg, type: 'json_deep' }])
    }
  }
  return commas < MAX_VALUES ? null : tooMany(MAX_VALUES, 'values')
}

function endOfText(json: string, quote: number): number {
  for (let at = quote + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at
  }
  return json.length
}

interface Node {
  value: unknown
  /** the member or index in `parent`; '' for the whole body */
  key: string | number
  parent: Node | null
}

/** In JSON text these characters appear only as escapes, so few bodies need to be walked. */
function unstorableIn(text: string, body: unknown): FieldProblems | null {
  return /\\u(0000|d[89a-f])/i.test(text) ? unstorable(body) : null
}

/** Refuses a body that PostgreSQL could not store: one with a NUL character or an unpaired surrogate. */
export function unstorable(body: unknown): FieldProblems | null {
  const left: Node[] = [{ value: body, key: '', parent: null }]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const { value } = node
    if (isBroken(value) || isBroken(node.key))
      return problemAt(node, 'This text contains a NUL character or an incomplete character.', 'text_invalid')
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of membersOf(value))
      if (typeof inner === 'object' || isBroken(inner) || isBroken(key))
        left.push({ value: inner, key, parent: node })
  }
  return null
}

function membersOf(value: object): Iterable<[string | number, unknown]> {
  return Array.isArray(value) ? value.entries() : Object.entries(value)
}

function isBroken(text: unknown): boolean {
  return typeof text === 'string' && /\0|\p{Surrogate}/u.test(text)
}

function problemAt(node: Node, msg: string, type: string): FieldProblems {
  const loc: (string | number)[] = []
  for (let at: Node | null = node; at?.parent; at = at.parent) loc.unshift(at.key)
  return new FieldProblems([{ loc: ['body', ...loc], msg, type }])
}
