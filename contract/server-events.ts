import { createParser } from 'eventsource-parser'

/** One server-sent event; `id` is the last one named, also by an earlier event. */
export interface ServerEvent {
  id: string
  event: string
  data: string
}

/**
 * The events of a stream as they come. Heartbeats, and an event that breaks off with the stream, are left out.
 * @param onRetry told, in milliseconds, when the server asks to come again after that time
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onRetry?: (milliseconds: number) => void,
): AsyncGenerator<ServerEvent> {
  const events: ServerEvent[] = []
  let id = ''
  const parser = createParser({
    onEvent(sent) {
      id = sent.id ?? id
      events.push({ id, event: sent.event ?? 'message', data: sent.data })
    },
    ...(onRetry && { onRetry }),
  })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parser.feed(decoder.decode(read.value, { stream: true }))
      yield* events.splice(0)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
