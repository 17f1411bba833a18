import type { ZodMiniType } from 'zod/mini'
import { toJSONSchema } from 'zod/v4/core'

export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  nullable?: boolean
  [keyword: string]: unknown
}

/** The input schema of a body, query or path. */
export const inputSchema = onceEach((schema: ZodMiniType) =>
  withoutDialect(toJSONSchema(schema, { target: 'draft-7', io: 'input' }) as JsonSchema),
)

/** The output schema of an answer: members that are not listed are removed. */
export const outputSchema = onceEach((schema: ZodMiniType) =>
  withoutDialect(toJSONSchema(schema, { target: 'draft-7', io: 'output' }) as JsonSchema),
)

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}

/**
 * The output schema for the serialiser. `anyOf` with null would make it validate each value at run time; `nullable`
 * costs only a comparison.
 */
export const serialiserSchema = onceEach(readForSerialiser)

function readForSerialiser(schema: JsonSchema): JsonSchema {
  const [some, ...rest] = (schema.anyOf ?? []).filter((option) => option.type !== 'null')
  if (some && rest.length === 0) return { ...serialiserSchema(some), nullable: true }
  const { propertyNames: _, ...supported } = schema
  return {
    ...supported,
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => [name, serialiserSchema(property)]),
      ),
    }),
    ...(schema.items && { items: serialiserSchema(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(serialiserSchema) }),
    ...(typeof schema.additionalProperties === 'object' && {
      additionalProperties: serialiserSchema(schema.additionalProperties),
    }),
  }
}

/** Converts each declaration once, for server and OpenAPI document, because it is half of the start-up work. */
function onceEach<T extends object>(read: (from: T) => JsonSchema): (from: T) => JsonSchema {
  const known = new WeakMap<T, JsonSchema>()
  return (from) => {
    const schema = known.get(from) ?? read(from)
    known.set(from, schema)
    return schema
  }
}
