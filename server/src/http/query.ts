import { failAt } from '@podium/contract/rules/errors.ts'
import type { JsonSchema } from './json-schema.ts'

type Raw = Record<string, unknown>

/**
 * Reads the query by its schema: unknown names are ignored, and empty values count as missing. A repeated parameter is
 * refused unless its schema takes a list, and so is a NUL character, which no database can search for. Numbers and
 * booleans are parsed from text; unparsable values stay text, for the validator to refuse.
 */
export function readQuery(schema: JsonSchema, raw: Raw): Raw {
  const properties = schema.properties ?? {}
  refuseRepeated(
    raw,
    Object.keys(raw).filter((name) => !takesList(properties[name] ?? {})),
  )
  const read: Raw = {}
  for (const [name, property] of Object.entries(properties)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    const texts = [value].flat().filter((text) => typeof text === 'string' && text !== '') as string[]
    if (texts.some((text) => text.includes('\0')))
      failAt(['query', name], `${name} contains a NUL character: remove it.`, 'text_invalid')
    const [first] = texts
    if (first !== undefined) read[name] = texts.length > 1 ? texts : fromText(property, first)
  }
  return read
}

/** True if the parameter may be repeated. */
function takesList({ anyOf = [] }: JsonSchema): boolean {
  return anyOf.some(({ type }) => type === 'array')
}

/** Refuses repeated parameters, including ones outside the schema; `names` are those checked. */
export function refuseRepeated(raw: Raw, names = Object.keys(raw)): void {
  for (const name of names) if (Array.isArray(raw[name])) refuseTwice(name)
}

/** The path parameters; `rest` is the name of a trailing `{name*}`. */
export function readParams(schema: JsonSchema, raw: Raw, rest: string | null): Raw {
  const named: Raw = rest === null ? raw : { ...raw, [rest]: raw['*'] }
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      fromText(property, String(named[name] ?? '')),
    ]),
  )
}

function fromText(property: JsonSchema, value: string): unknown {
  if (property.type === 'integer' || property.type === 'number')
    return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (property.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}

function refuseTwice(name: string): never {
  failAt(['query', name], `${name} is given more than once.`, 'repeated')
}
