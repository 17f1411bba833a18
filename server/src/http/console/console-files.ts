import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { LOOK_COOKIES } from '@podium/contract/calls/preferences.ts'
import { OWN_PATHS } from '@podium/contract/rules/own-paths.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '../cookies.ts'
import { pageHeaders } from '../security-headers.ts'
import { createPageWriter, MAX_DEPTH } from './console-pages.ts'

interface ConsoleFile {
  name: string
  type: string
  etag: string
  immutable: boolean
  plain: Buffer
  br: Buffer | null
  gzip: Buffer | null
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

const NOT_BUILT = 'The console is not built: npm run build.'
/** A page from before an update requests the files of its own build. */
const NO_SUCH_FILE = 'This file does not exist. If the console was just updated, reload the page.'

/**
 * Serves the built console from memory. Only files that existed at the start can be requested, so no address leads
 * out of the folder. Every other address gets the console's page, which does its own routing.
 */
export function createConsole(
  folder: string,
  { base = '', sendsTo }: { base?: string; sendsTo?: readonly string[] | undefined } = {},
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const files = readFiles(folder)
  const headers = pageHeaders(sendsTo)
  const missingReason = pageOf(files, 'shell') ? NO_SUCH_FILE : NOT_BUILT
  const write = createPageWriter(base)
  return (request, reply) => {
    const address = request.url.split('?', 1)[0] ?? '/'
    const path = decoded(address)
    const named = files.get(path) ?? files.get(`${path}index.html`) ?? fileBelow(files, path)
    const file = named ?? pageFor(files, path, request)
    reply.headers(headers)
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send(missingReason)
    return sendFile(
      request,
      reply,
      isPage(file) ? { ...file, ...write(file.name, file.plain, address) } : file,
    )
  }
}

/** The page in the theme that the browser showed last, so that its first frame already has it. */
function pageFor(files: Map<string, ConsoleFile>, path: string, request: FastifyRequest) {
  if (path.includes('/assets/')) return undefined
  const theme = readCookie(request, LOOK_COOKIES.theme)
  const page = path === '/auth/login' ? pageOf(files, 'login', theme) : undefined
  return page ?? pageOf(files, 'shell', theme) ?? files.get('/index.html')
}

/** A console file requested below a path that is not configured. */
function fileBelow(files: Map<string, ConsoleFile>, path: string): ConsoleFile | undefined {
  const parts = path.split('/', MAX_DEPTH).slice(1)
  if (OWN_PATHS.has(parts[0] ?? '')) return undefined
  const suffixes = parts.map((_, at) => `/${parts.slice(at).join('/')}`)
  return suffixes.map((suffix) => files.get(suffix)).find((file) => file && !isPage(file))
}

function pageOf(files: Map<string, ConsoleFile>, page: string, theme: string | null = null) {
  return files.get(`/${page}.${theme}.html`) ?? files.get(`/${page}.html`)
}

function isPage({ type }: ConsoleFile): boolean {
  return type.startsWith('text/html')
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  const isFresh = isPage(file)
  reply.headers({
    'content-type': file.type,
    vary: 'Accept-Encoding',
    'cache-control': isFresh
      ? 'no-store'
      : file.immutable
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
    ...(!isFresh && { etag: file.etag }),
  })
  if (!isFresh && request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (file.br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.br)
  if (file.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gzip)
  return reply.send(file.plain)
}

function readFiles(folder: string): Map<string, ConsoleFile> {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name) && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(names.map((name) => [`/${relative(folder, name).split(sep).join('/')}`, readFile(name)]))
}

function readFile(path: string): ConsoleFile {
  const plain = readFileSync(path)
  return {
    name: path,
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    immutable: /[/\\]assets[/\\]/.test(path),
    plain,
    br: readIfThere(`${path}.br`),
    gzip: readIfThere(`${path}.gz`),
  }
}

function readIfThere(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
