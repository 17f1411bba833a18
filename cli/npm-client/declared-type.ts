/** The parts of JSON Schema that matter for a type. */
export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
}

const PLAIN: Record<string, string> = { integer: 'number', null: 'null', boolean: 'boolean' }

/** Returns the TypeScript type of a schema on one line; `unknown` if the schema says nothing a type could. */
export function declaredType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(declaredType))].join(' | ')
  const types = [schema.type ?? []].flat().map((type) => typeNamed(type, schema))
  return types.length === 0 ? 'unknown' : types.join(' | ')
}

function typeNamed(type: string, schema: JsonSchema): string {
  if (type === 'array') return `(${declaredType(schema.items ?? {})})[]`
  return type === 'object' ? objectType(schema) : (PLAIN[type] ?? type)
}

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${declaredType(field)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  if (additionalProperties === false) return 'Record<string, never>'
  const value = typeof additionalProperties === 'object' ? declaredType(additionalProperties) : 'unknown'
  return `Record<string, ${value}>`
}
