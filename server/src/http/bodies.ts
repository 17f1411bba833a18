import { sizeInWords } from '@podium/contract/rules/disk-space.ts'
import { FieldProblems, fail } from '@podium/contract/rules/errors.ts'
import { permissions } from '@podium/contract/rules/permissions.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const JSON_LIMIT = 1024 * 1024
/** Of a call that needs no sign-in: a few short texts. */
const OPEN_JSON_LIMIT = 16 * 1024
const IDLE_UPLOAD_MS = 60_000

/** How many bytes of JSON a call takes. */
export function jsonLimitOf({ allow }: Route): number {
  return permissions[allow] === 'open' ? OPEN_JSON_LIMIT : JSON_LIMIT
}

/**
 * Two kinds of body: JSON (also where a program calls it something else; the gate has refused browsers that
 * do) and the raw bytes of an upload, handed on as a stream. The gate has set the content type to the one the
 * route takes; what is sent to no route at all is not read.
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
    // a request that came over no socket (app.inject) has nothing to time out
    if (upload) request.raw.setTimeout?.(IDLE_UPLOAD_MS, () => request.raw.destroy())
  })
}

/** Nothing that is tried as an ID or password may be told from any other: a login stores neither. */
function takesAnyText(request: FastifyRequest): boolean {
  return request.routeOptions.config.podium?.id === 'login'
}

/** What the parser refused: broken JSON, or names by which objects are poisoned. */
function notJson(text: string): FieldProblems {
  const msg = /"(__proto__|constructor)"/.test(text)
    ? "The body is not valid JSON, or it contains a key named '__proto__' or 'constructor.prototype', which is refused."
    : 'The body is not valid JSON.'
  return new FieldProblems([{ loc: ['body'], msg, type: 'json_invalid' }])
}

/** Metadata and what stands beside it have 5,000 names each at most, a list of ids or members 1,000 items. */
const MOST_NAMES = 20_000
/** Of metadata (256 KiB) and of parameters (64 KiB) every second byte may be an item of a list. */
const MOST_VALUES = 200_000
/** The lists that a call reads are fields of its body or of its filter; those further down are taken as they are. */
const LISTS_READ = 1

/**
 * What keeps a body from being looked at: more names or items than any body that a call takes. The validator finds
 * something wrong with each of them and keeps it all, so that a small body would cost seconds.
 */
export function tooManyNames(body: unknown): FieldProblems | null {
  let names = 0
  let level = branchesOf([body, filterOf(body)])
  for (let depth = 0; level.length > 0; depth++) {
    for (const branch of level) {
      if (!Array.isArray(branch)) names += Object.keys(branch).length
      else if (depth <= LISTS_READ) names += branch.length
    }
    if (names > MOST_NAMES) return tooMany(MOST_NAMES, 'names and items')
    level = level.flatMap((branch) => branchesOf(Array.isArray(branch) ? branch : Object.values(branch)))
  }
  return null
}

function filterOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'filter' in body ? body.filter : undefined
}

function branchesOf(values: unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null)
}

function tooMany(most: number, what: string): FieldProblems {
  const msg = `The body holds more than ${most} ${what}. Send less at once.`
  return new FieldProblems([{ loc: ['body'], msg, type: 'json_many' }])
}

/** Far deeper than any body that means something, far less deep than what reading it again could stand. */
const DEEPEST = 100

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const [LIST, END_OF_LIST, OBJECT, END_OF_OBJECT] = [91, 93, 123, 125] as const

/** What keeps a JSON text from being parsed: many levels or values, of which the parser is slow to read. */
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
  return commas < MOST_VALUES ? null : tooMany(MOST_VALUES, 'values')
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
  /** the member or item of `parent`; '' for the whole body */
  key: string | number
  parent: Node | null
}

/** JSON brings neither character in but by its escape, so that few bodies are walked. */
function unstorableIn(text: string, body: unknown): FieldProblems | null {
  return /\\u(0000|d[89a-f])/i.test(text) ? unstorable(body) : null
}

/**
 * What keeps a body from being stored whatever it means: PostgreSQL takes neither a NUL character nor half a
 * surrogate pair.
 */
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
