/** Calls from the server's own machine. Paths are relative to /api/v1. */
export interface Calls {
  get(path: string): Promise<Record<string, unknown>>
  post(path: string, body?: object): Promise<Record<string, unknown>>
  put(path: string, bytes: string): Promise<Record<string, unknown>>
}

export function callsTo(address: string, headers: Record<string, string>): Calls {
  async function ask(path: string, options: RequestInit, type = 'application/json') {
    const answer = await fetch(`${address}/api/v1${path}`, {
      ...options,
      headers: { ...headers, 'content-type': type },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  return {
    get: (path) => ask(path, {}),
    post: (path, body = {}) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
    put: (path, body) => ask(path, { method: 'PUT', body }, 'application/octet-stream'),
  }
}
