import { parse } from 'yaml'

/** Parses a YAML file that has a table at its top. Returns {} for any other text. */
export function parseYaml(text: string): Record<string, unknown> {
  try {
    const found: unknown = parse(text, { logLevel: 'silent' })
    return isTable(found) ? found : {}
  } catch {
    return {}
  }
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
