import type { Grant, Permission } from '@podium/contract/rules/permissions.ts'
import { permissions } from '@podium/contract/rules/permissions.ts'
import type { Schema } from './schema-outline.ts'

export type Content = { content?: Record<string, { schema?: Schema }> }

export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Schema
}

interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  'x-podium-allow'?: Permission
  parameters?: Parameter[]
  requestBody?: Content
  responses?: Record<string, Content & { description?: string }>
}

/** The part of an OpenAPI document that the page shows. */
export interface OpenApi {
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

export type Call = Operation & { method: string; path: string }

export type Topic = [topic: string, calls: Call[]]

/** Groups the calls by tag, in the order of the document's tags; without a tag, by the first word of the path. */
export function callsByTopic({ paths, tags = [] }: OpenApi): Topic[] {
  const topics = new Map<string, Call[]>(tags.map(({ name }) => [name, []]))
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      // 'solutions' for '/api/v1/solutions/{id}'
      const [firstWord = path] = path.replace('/api/v1/', '').split(/[/.]/)
      const topic = operation.tags?.[0] ?? firstWord
      const call = { ...operation, method: method.toUpperCase(), path }
      topics.set(topic, [...(topics.get(topic) ?? []), call])
    }
  return [...topics]
}

/** Returns the calls that have every word of the search in their topic, method, path, name or summary. */
export function matchingCalls(topics: readonly Topic[], search: string): Topic[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return topics
    .map(([topic, calls]): Topic => [topic, calls.filter((call) => hasAll(topic, call, words))])
    .filter(([, calls]) => calls.length > 0)
}

function hasAll(topic: string, { method, path, operationId, summary }: Call, words: string[]): boolean {
  const text = `${topic} ${method} ${path} ${operationId} ${summary ?? ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

const WHO: Record<Grant, string> = {
  open: 'Anyone, without signing in',
  account: 'Everyone who is signed in',
  admin: 'Administrators',
  member: 'Members of the workspace, and administrators',
  contributor: 'Members of the workspace, unless they may only look there, and administrators',
  manager: 'Managers of the workspace, and administrators',
  'admin-manager': 'Administrators who manage the workspace',
  maker:
    'Managers of the workspace, administrators, and the person who created it, as long as others created nothing below it',
  run: 'The pod of a run, by the token of that run',
}

/** Returns who may make the call, undefined if the document does not say. */
export function whoMay({ 'x-podium-allow': allow }: Call): string | undefined {
  return allow && WHO[permissions[allow]]
}

/** True if the page can make the call for the signed-in person and show its answer: JSON both ways, no call of runs. */
export function canBeTried({ requestBody, responses = {}, ...call }: Call): boolean {
  const isJson = ({ content = {} }: Content) =>
    Object.keys(content).every((type) => type === 'application/json')
  return isJson(requestBody ?? {}) && isJson(responses[200] ?? {}) && !isOfRuns(call)
}

function isOfRuns({ 'x-podium-allow': allow }: Pick<Call, 'x-podium-allow'>): boolean {
  return allow !== undefined && permissions[allow] === 'run'
}
