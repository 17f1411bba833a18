import { failAt } from '@podium/contract/rules/errors.ts'
import type { JsonSchema } from './json-schema.ts'

type Raw = Record<string, unknown>

/**
 * The query as its schema names it: unknown names are ignored, an empty value counts as not sent, a parameter
 * given twice is refused unless its schema takes a list too, and so is a NUL character, which no database looks for; numbers and booleans are read from
 * their text. What cannot be read stays text, for the validator to refuse.
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

/** Whether the parameter may be given several times. */
function takesList({ anyOf = [] }: JsonSchema): boolean {
  return anyOf.some(({ type }) => type === 'array')
}

/** Refuses a parameter given twice, also one that no schema names; `names` are those looked at. */
export function refuseRepeated(raw: Raw, names = Object.keys(raw)): void {
  for (const name of names) if (Array.isArray(raw[name])) refuseTwice(name)
}

/** The path's parameters; `rest` is the name of a trailing `{name*}`. */
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
