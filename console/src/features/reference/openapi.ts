import { type Grant, type Permission, permissions } from '@podium/contract/rules/permissions.ts'
import type { Schema } from './schema-outline.ts'

export type Content = { content?: Record<string, { schema?: Schema }> }

interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: [string]
  'x-podium-allow': Permission
  parameters: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: Content
  responses: Record<string, Content & { description: string }>
}

/** The part of this server's OpenAPI document that the page shows. */
export interface OpenApi {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export type Call = Operation & { method: string; path: string }

/** Returns the calls that have every word of the search in their topic, method, path, name or summary. */
export function matchingCalls({ paths }: OpenApi, search: string): Call[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
      .filter((call) => hasAll(call, words)),
  )
}

function hasAll({ tags, method, path, operationId, summary }: Call, words: string[]): boolean {
  const text = `${tags[0]} ${method} ${path} ${operationId} ${summary}`.toLowerCase()
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

/** Returns who may make the call. */
export function whoMay({ 'x-podium-allow': allow }: Call): string {
  return WHO[permissions[allow]]
}
