import type { Schema } from './schema-outline.ts'

interface Content {
  content?: Record<string, { schema?: Schema }>
}

export interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: Content
  responses?: Record<string, Content & { description?: string }>
}

/** What the page reads of an OpenAPI document. */
export interface OpenApi {
  info: { version: string }
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

export interface Call {
  method: string
  path: string
  operation: Operation
}

/** The calls by their tag, in the order of the document; without tags by the first word of their path. */
export function callsByTopic({ paths }: OpenApi): [topic: string, calls: Call[]][] {
  const topics = new Map<string, Call[]>()
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const topic = operation.tags?.[0] ?? firstWord(path)
      topics.set(topic, [...(topics.get(topic) ?? []), { method: method.toUpperCase(), path, operation }])
    }
  return [...topics]
}

/** 'solutions' of '/api/v1/solutions/{id}' */
function firstWord(path: string): string {
  return path.replace('/api/v1/', '').split(/[/.]/)[0] ?? path
}

/** The type and the shape of what is sent or answered; none where the document says nothing of it. */
export function contentOf({ content = {} }: Content): { type: string; schema: Schema | undefined }[] {
  return Object.entries(content).map(([type, { schema }]) => ({ type, schema }))
}
