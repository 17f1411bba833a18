import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'

const PROGRAM = new URL('./podium.ts', import.meta.url).pathname
const RUN = '00000000-0000-4000-8000-000000000001'

/** Serves one run that never ends, with a log longer than a pipe's buffer. */
let server: Server
beforeAll(async () => {
  server = createServer(({ url = '' }, reply) => {
    if (url.includes('/info')) reply.end(JSON.stringify({ id: RUN, name: 'long-1' }))
    else if (url.includes('/follow'))
      reply
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(`event: lines\nid: 9\ndata: ${JSON.stringify({ text: 'a line\n'.repeat(100_000) })}\n\n`)
    else reply.write('a line\n'.repeat(100_000))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return () => {
    server.closeAllConnections()
    server.close()
  }
})

test.each([[['logs']], [['logs', '-f']]])(
  'ends without a message when the reader of %j has read enough',
  { tags: ['long'] },
  async (command) => {
    const { port } = server.address() as AddressInfo
    const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, ...command, RUN], {
      env: { ...process.env, PODIUM_URL: `http://127.0.0.1:${port}`, PODIUM_TOKEN: 'podium_x' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const fault = text(child.stderr)
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect(await fault).toBe('')
    expect(await ended).toEqual([1, null])
  },
)

test('prints its version', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(execFileSync(process.execPath, ['--import', 'tsx', PROGRAM, '--version']).toString()).toBe(
    `podium ${version}\n`,
  )
})

test('exits with code 1 after a sentence that says what to do', () => {
  const words = ['--import', 'tsx', PROGRAM, 'logs', '--star', 'a']
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'podium logs has no option --star. See podium help logs.\n',
  })
})
