import { permissions } from '@podium/contract/rules/permissions.ts'
import { inside } from '../../ui/base-path.ts'
import type { Call } from './openapi.ts'
import type { Schema } from './schema-outline.ts'

/** A filled-in call: the values of its parameters by name, and its body as text. */
export interface MadeCall {
  values: Readonly<Record<string, string>>
  body: string
}

/** Returns an example value for a schema, with its required fields only. */
export function exampleOf(schema: Schema, named: Record<string, Schema> = {}): unknown {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    const { [name]: shape, ...others } = named
    return shape ? exampleOf(shape, others) : {}
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return exampleOf(choice, named)
  const [type] = [schema.type ?? 'object'].flat()
  if (type === 'object') {
    const { properties = {}, required = [] } = schema
    return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, named)]))
  }
  return { array: [], boolean: false, integer: 0, number: 0, null: null }[type ?? ''] ?? ''
}

/** Returns the initial body of a call as JSON with its required fields, or '' if it takes none. */
export function firstBody({ requestBody }: Call, named: Record<string, Schema>): string {
  const schema = requestBody?.content?.['application/json']?.schema
  return schema ? JSON.stringify(exampleOf(schema, named), null, 2) : ''
}

/** Returns the path with its query; a path parameter without a value stays in its braces. */
export function addressOf({ path, parameters = [] }: Call, { values }: MadeCall): string {
  const given = (where: string) =>
    parameters.filter((one) => one.in === where).map(({ name }) => [name, values[name] ?? ''] as const)
  const filled = given('path').reduce(
    (address, [name, value]) => (value === '' ? address : address.replace(`{${name}}`, inPath(name, value))),
    path,
  )
  const query = new URLSearchParams(given('query').flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return inside(query.size === 0 ? filled : `${filled}?${query}`)
}

/** Encodes a path parameter; the path of a file keeps its slashes. */
function inPath(name: string, value: string): string {
  return name === 'path' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
}

/** Returns the names of the required parameters that have no value. */
export function missing({ parameters = [] }: Call, { values }: MadeCall): string[] {
  return parameters.filter(({ name, required }) => required && !values[name]).map(({ name }) => name)
}

/** Returns the call as a shell command with the access token from the environment. */
export function curlOf(call: Call, made: MadeCall, origin: string): string {
  const isOpen = call['x-podium-allow'] !== undefined && permissions[call['x-podium-allow']] === 'open'
  const isUpload = call.requestBody?.content?.['application/octet-stream'] !== undefined
  return [
    `curl${call.method === 'GET' ? '' : ` -X ${call.method}`} ${quoted(origin + addressOf(call, made))}`,
    ...(isOpen ? [] : ['-H "Authorization: Bearer $PODIUM_TOKEN"']),
    ...(isUpload ? ['--data-binary @FILE'] : []),
    ...(made.body === '' ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(made.body)}`]),
  ].join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
