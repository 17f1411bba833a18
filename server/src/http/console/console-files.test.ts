import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConsole } from './console-files.ts'

let app: FastifyInstance
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'podium-console-'))
  writeFileSync(join(folder, '..', 'outside.txt'), 'outside')
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'guide'))
  const files = {
    'login.html': 'the login',
    'login.dark.html': 'the dark login',
    'shell.dark.html': 'the dark shell',
    'shell.html': 'the shell',
    'guide/index.html': 'the guide',
    'favicon.svg': '<svg/>',
    'assets/main-abc.js': 'plain',
    'assets/main-abc.js.br': 'brotli',
    'assets/main-abc.js.gz': 'gzip',
    'assets/main-abc.js.map': 'map',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  app = Fastify()
  app.setNotFoundHandler(createConsole(folder))
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('serves the login page, and the shell for every other address', async () => {
  expect((await get('/auth/login')).body).toBe('the login')
  expect((await get('/auth/login?x=1')).body).toBe('the login')
  for (const path of [
    '/',
    '/overview',
    '/solution/1',
    '/auth/login/x',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
  ])
    expect((await get(path)).body).toBe('the shell')
  expect((await get('/guide/')).body).toBe('the guide')
})

test('lets pages send only to this server, and to the object store if browsers reach it', async () => {
  const page = await get('/overview')
  expect(page.headers['content-security-policy']).toContain("connect-src 'self';")
  const other = Fastify()
  other.setNotFoundHandler(createConsole('/nowhere/at/all', { sendsTo: ['https://s3.example.org'] }))
  const { headers } = await other.inject({ url: '/overview' })
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://s3.example.org;")
  await other.close()
})

test('serves dark pages from the first frame to a browser that showed the dark theme, else light ones', async () => {
  const shown = async (cookie: string) => [
    (await get('/auth/login', { cookie })).body,
    (await get('/overview', { cookie })).body,
  ]
  expect(await shown('other=1; podium-theme=dark')).toEqual(['the dark login', 'the dark shell'])
  for (const theme of ['light', 'blue', '', '/../../outside'])
    expect(await shown(`podium-theme=${theme}`)).toEqual(['the login', 'the shell'])
})

test('caches no pages, hashed files forever, and others until they change', async () => {
  const page = await get('/overview')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  const asset = await get('/assets/main-abc.js')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers['content-type']).toBe('text/javascript; charset=utf-8')
  const icon = await get('/favicon.svg')
  expect(icon.headers['cache-control']).toBe('no-cache')
  expect((await get('/favicon.svg', { 'if-none-match': String(icon.headers.etag) })).statusCode).toBe(304)
})

test('sends files as they were compressed at the build', async () => {
  const encoded = async (accepted: string) => {
    const { headers, body } = await get('/assets/main-abc.js', { 'accept-encoding': accepted })
    return [headers['content-encoding'], body]
  }
  expect(await encoded('gzip, deflate, br')).toEqual(['br', 'brotli'])
  expect(await encoded('gzip')).toEqual(['gzip', 'gzip'])
  expect(await encoded('identity')).toEqual([undefined, 'plain'])
})

test('answers 404 for a missing asset, and serves no source maps', async () => {
  for (const path of ['/assets/main-old.js', '/assets/main-abc.js.map']) {
    const answer = await get(path)
    expect([answer.statusCode, answer.body]).toEqual([
      404,
      'This file does not exist. If the console was just updated, reload the page.',
    ])
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  }
})

/** The addresses in a page, for a console below `base` and an address of it. */
async function linksOf(base: string, url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'podium-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'main-abc.js'), 'plain')
  writeFileSync(join(folder, 'early.js'), 'early')
  writeFileSync(
    join(folder, 'shell.html'),
    '<html lang="en"><script src="/assets/main-abc.js"></script><a href="/guide/">x</a><a href="#main">y</a></html>',
  )
  const below = Fastify()
  below.setNotFoundHandler(createConsole(folder, { base }))
  const { body, headers } = await below.inject({ url, headers: { 'accept-encoding': 'identity' } })
  const { pathname } = new URL(/src="(.*?)"/.exec(body)?.[1] ?? '', `https://example.org${base}${url}`)
  const script = await below.inject(pathname.replace(base, ''))
  await below.close()
  expect(headers['content-type']).toContain('text/html')
  return { body, script: script.body, pathname }
}

test('puts the path into all links of a page below a path', async () => {
  for (const url of ['/', '/overview', '/solution/1/edit']) {
    const { body, script } = await linksOf('/podium', url)
    expect(body).toBe(
      '<html data-base="/podium/" lang="en"><script src="/podium/assets/main-abc.js"></script><a href="/podium/guide/">x</a><a href="#main">y</a></html>',
    )
    expect(script).toBe('plain')
  }
})

test.each([
  ['/', '/assets/main-abc.js'],
  ['/overview', '/assets/main-abc.js'],
  ['/solution/1/edit', '/assets/main-abc.js'],
  ['/podium/', '/podium/assets/main-abc.js'],
  ['/podium/solution/1', '/podium/solution/assets/main-abc.js'],
])('links from the page at %s, without a configured path, to a script at %s', async (url, from) => {
  const { script, pathname } = await linksOf('', url)
  expect([pathname, script]).toEqual([from, 'plain'])
})

test('reports a missing build', async () => {
  const bare = Fastify()
  bare.setNotFoundHandler(createConsole('/nowhere/at/all'))
  for (const path of ['/', '/assets/main-abc.js']) {
    const answer = await bare.inject(path)
    expect([answer.statusCode, answer.body]).toEqual([404, 'The console is not built: npm run build.'])
  }
})
