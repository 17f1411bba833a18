import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { hostOf } from './package-index.ts'
import { packageStatuses, unanswered } from './package-statuses.ts'

const JSON_PAGE = { 'content-type': 'application/vnd.pypi.simple.v1+json' }
const SETTINGS = { index_url: null, extra_index_url: null, proxies: {}, authorities: null }

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple/`
}

/** Starts an index with these pages, which records requests. */
async function indexOf(pages: Record<string, unknown>, headers = JSON_PAGE) {
  const asked: string[] = []
  const url = await serve(({ url = '' }, response) => {
    const name = url.split('/')[2] ?? ''
    asked.push(name)
    response.writeHead(name in pages ? 200 : 404, headers)
    response.end(JSON.stringify(pages[name] ?? {}))
  })
  return { url, asked }
}

const packageOf = (name: string, index: string | null, version = '1.0', source: string | null = null) => {
  return { name, version, source, asked_by: [], size: 1, index }
}

function ask(
  packages: ReturnType<typeof packageOf>[],
  index_url: string | null,
  extra_index_url: string | null = null,
) {
  const settings = { ...SETTINGS, index_url, extra_index_url }
  return packageStatuses(unanswered(packages, {}, settings), settings, new AbortController().signal)
}

const file = (filename: string, yanked: unknown = false) => ({ filename, yanked })

test('reports deprecated, archived and quarantined projects and withdrawn versions with reasons', async () => {
  const { url } = await indexOf({
    'line-one': { 'project-status': { status: 'deprecated', reason: 'Use line-two.\nSoon.' }, files: [] },
    'line-two': { 'project-status': { status: 'archived' } },
    'line-three': { 'project-status': { status: 'active' }, files: [file('line_three-1.0.tar.gz')] },
    'line-four': {
      files: [
        file('line_four-1.0.tar.gz', 'Broken: see https://u:p@a.example'),
        file('line_four-1.0-py3-none-any.whl', true),
        file('line_four-1.1.tar.gz'),
      ],
    },
    'line-five': { files: [file('line_five-1.0.tar.gz'), file('line_five-1.0-py3-none-any.whl', 'odd')] },
    'line-six': { 'project-status': 'odd', files: 'odd' },
  })
  const names = ['Line_One', 'line-two', 'line-three', 'line-four', 'line-five', 'line-six', 'line-seven']
  expect(
    await ask(
      names.map((name) => packageOf(name, hostOf(url))),
      url,
    ),
  ).toEqual({
    'line-one': [{ kind: 'deprecated', reason: 'Use line-two.' }],
    'line-two': [{ kind: 'archived', reason: null }],
    'line-three': [],
    'line-four': [{ kind: 'withdrawn', reason: 'Broken: see https://***@a.example' }],
    'line-five': [],
    'line-six': [],
    'line-seven': [],
  })
})

test('omits packages that were answered before', () => {
  const settings = { ...SETTINGS, index_url: 'https://packages.example/simple/' }
  const packages = ['Line_One', 'line-two'].map((name) => packageOf(name, 'packages.example'))
  expect(unanswered(packages, { 'line-one': [] }, settings)).toEqual(packages.slice(1))
})

test('asks only indexes of the settings, and only for packages from there', async () => {
  const own = await indexOf({})
  const other = await indexOf({})
  const packages = [
    packageOf('own', hostOf(own.url)),
    packageOf('other', hostOf(other.url)),
    packageOf('unknown', null),
    packageOf('folder', hostOf(own.url), '1.0', './folder'),
  ]
  await ask(packages, own.url)
  await ask(packages, null)
  expect([own.asked, other.asked]).toEqual([['own'], []])
  await ask(packages, own.url, other.url)
  expect([own.asked, other.asked]).toEqual([['own', 'own'], ['other']])
})

test('asks no index whose host has another one', async () => {
  const { url, asked } = await indexOf({})
  expect(await ask([packageOf('one', hostOf(url))], url, `${url}more/`)).toEqual({})
  expect(asked).toEqual([])
})

test('asks for eight packages at once, and for each of them once', async () => {
  let open = 0
  let most = 0
  const asked: string[] = []
  const held: (() => void)[] = []
  const url = await serve(({ url = '' }, response) => {
    asked.push(url)
    open += 1
    most = Math.max(most, open)
    held.push(() => {
      open -= 1
      response.writeHead(200, JSON_PAGE)
      response.end('{}')
    })
    if (held.length === 8 || asked.length > 16) for (const answer of held.splice(0)) answer()
  })
  const packages = Array.from({ length: 20 }, (_, at) => packageOf(`line-${at}`, hostOf(url)))
  await ask(packages, url)
  expect(most).toBe(8)
  expect(new Set(asked).size).toBe(20)
})

test('reports that an index of HTML pages has no warnings, and asks it no more', async () => {
  let asked = 0
  const url = await serve((_, response) => {
    asked += 1
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<a href="line_0-1.0-py3-none-any.whl">line_0-1.0-py3-none-any.whl</a>')
  })
  const packages = Array.from({ length: 40 }, (_, at) => packageOf(`line-${at}`, hostOf(url)))
  expect(Object.values(await ask(packages, url))).toEqual(packages.map(() => []))
  expect(asked).toBeLessThanOrEqual(8)
})

test.each<[string, RequestListener]>([
  [
    'answers more than is read',
    (_, response) => response.writeHead(200, JSON_PAGE).end(`"${'x'.repeat(4 * 2 ** 20)}"`),
  ],
  [
    'leads to another host',
    (_, response) => response.writeHead(302, { location: 'http://packages.example/' }).end(),
  ],
])('warns of no package if the index %s', async (_, listener) => {
  const url = await serve(listener)
  expect(await ask([packageOf('line', hostOf(url))], url)).toEqual({ line: [] })
})

test.each<[string, RequestListener]>([
  ['closes the connection', ({ socket }) => socket.destroy()],
  ['answers what is no JSON', (_, response) => response.writeHead(200, JSON_PAGE).end('{')],
  ['is overloaded', (_, response) => response.writeHead(503, JSON_PAGE).end('{}')],
  ['refuses access', (_, response) => response.writeHead(401).end()],
  [
    'shows a page to sign in',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<form></form>'),
  ],
])('leaves packages unanswered if the index %s, and asks it no more', async (_, listener) => {
  let asked = 0
  const url = await serve((request, response) => {
    asked += 1
    listener(request, response)
  })
  const other = await indexOf({})
  const packages = Array.from({ length: 40 }, (_, at) => packageOf(`line-${at}`, hostOf(url)))
  const answers = await ask([...packages, packageOf('other', hostOf(other.url))], url, other.url)
  expect(answers).toEqual({ other: [] })
  expect(asked).toBeLessThanOrEqual(8)
})

test('ends at once when aborted', async () => {
  const controller = new AbortController()
  const url = await serve(() => controller.abort())
  const packages = Array.from({ length: 20 }, (_, at) => packageOf(`line-${at}`, hostOf(url)))
  expect(await packageStatuses(packages, { ...SETTINGS, index_url: url }, controller.signal)).toEqual({})
})
