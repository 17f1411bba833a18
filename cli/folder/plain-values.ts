import type { DescribedParameter } from './described-program.ts'
import { isTable } from './yaml.ts'

const MAX_DEPTH = 10

/** Describes the numbers, texts and truth values of a configuration under flat names such as `model.width`. */
export function valuesIn(config: Record<string, unknown>, prefix = ''): DescribedParameter[] {
  return Object.entries(config).flatMap(([key, value]): DescribedParameter[] => {
    const name = prefix + key
    if (isTable(value)) return name.split('.').length < MAX_DEPTH ? valuesIn(value, `${name}.`) : []
    if (value === null) return [{ name, type: 'string' }]
    const type = typeOf(value)
    return type === null || value === ''
      ? []
      : [{ name, type, default: [value as string | number | boolean] }]
  })
}

/** A number without a fraction may be meant as one with: 0 for a dropout of 0.1. */
function typeOf(value: unknown): 'bool' | 'float' | 'string' | null {
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isFinite(value) ? 'float' : null
  return typeof value === 'string' ? 'string' : null
}
