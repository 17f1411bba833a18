import { createParser } from 'eventsource-parser'

/** One server-sent event. `id` is the last id, possibly from an earlier event. */
export interface ServerEvent {
  id: string
  event: string
  data: string
}

interface Reading {
  /** called with the milliseconds after which the server asks to reconnect */
  onRetry?: (milliseconds: number) => void
  /** called for all data, including heartbeats */
  onBytes?: () => void
  /** ends the reading */
  signal?: AbortSignal
}

/** The events of a stream as they arrive, without heartbeats and without an event cut off by the end of the stream. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { onRetry, onBytes, signal }: Reading = {},
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
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', cancel)
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onBytes?.()
      parser.feed(decoder.decode(read.value, { stream: true }))
      yield* events.splice(0)
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    cancel()
  }
}
