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

/** What a body, query or path may hold. */
export const inputSchema = onceEach((schema: ZodMiniType) =>
  withoutDialect(toJSONSchema(schema, { target: 'draft-7', io: 'input' }) as JsonSchema),
)

/** What an answer holds: members that are not listed never leave. */
export const outputSchema = onceEach((schema: ZodMiniType) =>
  withoutDialect(toJSONSchema(schema, { target: 'draft-7', io: 'output' }) as JsonSchema),
)

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}

/**
 * The output schema as the serialiser wants it. `anyOf` with null would make it validate each value at run
 * time; `nullable` costs a comparison.
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

/** Reads each declaration once, for the server and its OpenAPI document: it is half of the work of building a server. */
function onceEach<T extends object>(read: (from: T) => JsonSchema): (from: T) => JsonSchema {
  const known = new WeakMap<T, JsonSchema>()
  return (from) => {
    const schema = known.get(from) ?? read(from)
    known.set(from, schema)
    return schema
  }
}
