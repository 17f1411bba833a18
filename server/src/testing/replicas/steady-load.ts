import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Installation } from './installation.ts'

/**
 * Calls of a signed-in member, so many a second, whether those before were answered or not: reads, and writes. Each comes on
 * a connection of its own, as a proxy passes them on that keeps none, and is sent once.
 */
export function startSteadyLoad({ address, people, headersOf }: Installation, perSecond: number) {
  const inWorkspace = `workspace_id=${people.first.id}`
  const calls = [
    { method: 'GET', path: `/api/v1/streamhistories?${inWorkspace}` },
    { method: 'GET', path: '/api/v1/workspaces' },
    { method: 'GET', path: `/api/v1/streams?${inWorkspace}` },
    { method: 'PATCH', path: '/api/v1/settings/preferences', body: '{"solution_view":"list"}' },
  ]
  const underWay: Promise<void>[] = []
  const failed: string[] = []

  async function make({
    method,
    path,
    body,
  }: {
    method: string
    path: string
    body?: string
  }): Promise<void> {
    try {
      const headers = { ...headersOf('member'), ...(body && { 'content-type': 'application/json' }) }
      const asked = request(address + path, { method, headers, agent: false }).end(body)
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      const said = await text(answer)
      if (answer.statusCode !== 200) failed.push(`${answer.statusCode} ${path} ${said}`)
    } catch (error) {
      failed.push(`${path} ${error}`)
    }
  }

  const timer = setInterval(() => {
    const call = calls[underWay.length % calls.length]
    if (call) underWay.push(make(call))
  }, 1000 / perSecond)
  return {
    async end(): Promise<{ calls: number; failed: string[] }> {
      clearInterval(timer)
      await Promise.all(underWay)
      return { calls: underWay.length, failed }
    },
  }
}
