import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackagePlan } from '@podium/contract/python-packages/package-plan.ts'
import type { Attempt } from '../../attempt/attempt.ts'
import { isMissing } from '../../attempt/json-file.ts'
import type { RunSpec } from '../../engine.ts'

/** Returns the run's variables and secrets that a list names as `${NAME}`, which pip and uv expand. */
export async function namedVariables(
  attempt: Attempt,
  spec: RunSpec,
  plan: PackagePlan,
): Promise<Record<string, string>> {
  const names = Object.entries(plan.files).flatMap(([path, text]) =>
    path.endsWith('.toml') ? [] : [...text.matchAll(/\$\{([A-Z0-9_]+)\}/g)].map(([, name = '']) => name),
  )
  const values = await Promise.all(
    [...new Set(names)].map(async (name) => [name, await variableOf(attempt, spec, name)] as const),
  )
  return Object.fromEntries(values.filter((one): one is [string, string] => one[1] !== null))
}

async function variableOf({ directory }: Attempt, spec: RunSpec, name: string): Promise<string | null> {
  const variable = spec.variables[name]
  if (variable !== undefined) return variable
  try {
    return (await readFile(join(directory.secrets, name), 'utf8')).trimEnd()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
