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
export function inputSchema(schema: ZodMiniType): JsonSchema {
  return withoutDialect(toJSONSchema(schema, { target: 'draft-7', io: 'input' }) as JsonSchema)
}

/** What an answer holds: members that are not listed never leave. */
export function outputSchema(schema: ZodMiniType): JsonSchema {
  return withoutDialect(toJSONSchema(schema, { target: 'draft-7', io: 'output' }) as JsonSchema)
}

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}

/**
 * The output schema as the serialiser wants it. `anyOf` with null would make it validate each value at run
 * time; `nullable` costs a comparison.
 */
export function serialiserSchema(schema: JsonSchema): JsonSchema {
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
