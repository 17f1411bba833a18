/** The keywords of JSON Schema that the page shows. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

/** Returns the schema as indented text: '{', a line for each field, with '?' for an optional one, '}'. */
export function outline(schema: Schema, named: Record<string, Schema> = {}, indent = ''): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    const { [name]: shape, ...others } = named
    // Leaves out the schema itself, because a recursive one would never end.
    return shape ? outline(shape, others, indent) : name
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => outline(choice, named, indent)).join(' | ')
  if (schema.properties) return ofFields(schema, named, indent)
  if (schema.items) return `${grouped(outline(schema.items, named, indent))}[]`
  if (typeof schema.additionalProperties === 'object')
    return `{ [name]: ${outline(schema.additionalProperties, named, indent)} }`
  const types = [schema.type ?? 'anything'].flat().join(' | ')
  return schema.format ? `${types} (${schema.format})` : types
}

function ofFields(schema: Schema, named: Record<string, Schema>, indent: string): string {
  const { properties = {}, required = [] } = schema
  const within = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, field]) =>
      `${within}${name}${required.includes(name) ? '' : '?'}: ${outline(field, named, within)}\n`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
}

function grouped(text: string): string {
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text
}
