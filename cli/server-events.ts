export interface ServerEvent {
  event: string
  id: string
  data: string
}

/** Reads a response of server-sent events, one at a time. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  if (!response.body) return
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    // A block of comments alone is a heartbeat.
    for (const block of blocks) if (/^(event|data)/m.test(block)) yield parse(block)
  }
}

function parse(block: string): ServerEvent {
  const event: ServerEvent = { event: 'message', id: '', data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? []
    if (field === 'event') event.event = value
    if (field === 'id') event.id = value
    if (field === 'data') data.push(value)
  }
  return { ...event, data: data.join('\n') }
}
