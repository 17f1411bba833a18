import type { Installation } from './installation.ts'

/**
 * Calls of a signed-in member, so many a second, whether those before were answered or not: reads, and writes. Each comes on
 * a connection of its own, as a proxy passes them on that keeps none, and is sent once.
 */
export function startSteadyLoad({ address, people, headersOf }: Installation, perSecond: number) {
  const headers = { ...headersOf('member'), connection: 'close' }
  const inWorkspace = `workspace_id=${people.first.id}`
  const calls: (() => Promise<Response>)[] = [
    () => fetch(`${address}/api/v1/streamhistories?${inWorkspace}`, { headers }),
    () => fetch(`${address}/api/v1/workspaces`, { headers }),
    () => fetch(`${address}/api/v1/streams?${inWorkspace}`, { headers }),
    () =>
      fetch(`${address}/api/v1/settings/preferences`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ solution_view: 'list' }),
      }),
  ]
  const underWay: Promise<void>[] = []
  const failed: string[] = []

  async function make(call: () => Promise<Response>): Promise<void> {
    try {
      const answer = await call()
      const body = await answer.text()
      if (answer.status !== 200) failed.push(`${answer.status} ${answer.url} ${body}`)
    } catch (error) {
      failed.push(String((error as Error).cause ?? error))
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
