import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Installation } from './installation.ts'

interface Call {
  method: string
  path: string
  body?: string
}

/**
 * Makes a fixed number of calls per second as a signed-in member, reads and writes, without waiting for answers.
 * Half of them use a new connection each, as behind a proxy without keep-alive, and are sent once. The others use kept
 * connections and are repeated, as browsers do, if such a connection is closed before any of the answer arrived.
 */
export function startSteadyLoad({ address, people, headersOf }: Installation, perSecond: number) {
  const inWorkspace = `workspace_id=${people.first.id}`
  const calls: Call[] = [
    { method: 'GET', path: `/api/v1/streamhistories?${inWorkspace}` },
    { method: 'GET', path: '/api/v1/workspaces' },
    { method: 'GET', path: `/api/v1/streams?${inWorkspace}` },
    { method: 'PATCH', path: '/api/v1/settings/preferences', body: '{"solution_view":"list"}' },
  ]
  const keeping = new Agent({ keepAlive: true })
  const underWay: Promise<void>[] = []
  const failed: string[] = []
  let sentAgain = 0

  async function answerTo(call: Call, agent: Agent | false): Promise<IncomingMessage> {
    const { method, path, body } = call
    const headers = { ...headersOf('member'), ...(body && { 'content-type': 'application/json' }) }
    const asked = request(address + path, { method, headers, agent }).end(body)
    try {
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      return answer
    } catch (error) {
      if (!asked.reusedSocket) throw error
      sentAgain += 1
      return answerTo(call, agent)
    }
  }

  async function make(call: Call, agent: Agent | false): Promise<void> {
    try {
      const answer = await answerTo(call, agent)
      const said = await text(answer)
      if (answer.statusCode !== 200) failed.push(`${answer.statusCode} ${call.path} ${said}`)
    } catch (error) {
      failed.push(`${call.path} ${error}`)
    }
  }

  const timer = setInterval(() => {
    const turn = underWay.length % (2 * calls.length)
    const call = calls[turn % calls.length]
    if (call) underWay.push(make(call, turn < calls.length && keeping))
  }, 1000 / perSecond)
  return {
    async end(): Promise<{ calls: number; failed: string[]; sentAgain: number }> {
      clearInterval(timer)
      await Promise.all(underWay)
      keeping.destroy()
      return { calls: underWay.length, failed, sentAgain }
    },
  }
}
