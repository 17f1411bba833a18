import { readFileSync } from 'node:fs'
import { limits } from '@podium/contract/rules/rules.ts'
import type { Engine, InstanceType } from '@podium/engines/engine.ts'
import { cloudInstanceType } from './cloud-instance-types.ts'
import type { Prices } from './usage-reads.ts'

/** The administrator's file: types, and their prices per hour. */
export interface OwnInstanceTypes {
  types: ReadonlyMap<string, InstanceType>
  prices: Prices | null
}

export type InstanceTypeOf = (name: string) => InstanceType | null

/**
 * Looks up an instance type in the administrator's file, else in the engine, else in the table of public cloud types;
 * null if none knows it.
 * @throws a sentence if the file is invalid
 */
export function createInstanceTypes(engine: Engine, file: string | null): InstanceTypeOf {
  const { types } = readOwnInstanceTypes(file)
  return (name) => types.get(name) ?? engine.instanceType(name) ?? cloudInstanceType(name)
}

const MAX_PROBLEMS = 20
const NONE: OwnInstanceTypes = { types: new Map(), prices: null }

/**
 * Reads PODIUM_INSTANCE_TYPES_FILE: a JSON list of types, or an object with `types`, `currency` and
 * `storage_price_per_gib_month`.
 * @throws an error that lists all problems in it
 */
export function readOwnInstanceTypes(file: string | null): OwnInstanceTypes {
  if (file === null) return NONE
  const problems: string[] = []
  const own = ownTypesOf(contentOf(file), problems)
  if (problems.length === 0) return own
  const shown = problems.slice(0, MAX_PROBLEMS)
  if (problems.length > shown.length) shown.push(`And ${problems.length - shown.length} more.`)
  throw new Error(`PODIUM_INSTANCE_TYPES_FILE=${file} cannot be used:\n  - ${shown.join('\n  - ')}`)
}

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read'
    throw new Error(`PODIUM_INSTANCE_TYPES_FILE=${file} ${reason}: ${(error as Error).message}`)
  }
}

function ownTypesOf(content: unknown, problems: string[]): OwnInstanceTypes {
  const { types, currency, storage_price_per_gib_month, ...unknown } = (
    Array.isArray(content) ? { types: content } : Object(content)
  ) as Record<string, unknown>
  for (const name of Object.keys(unknown)) problems.push(`There is no field '${name}'.`)
  if (!Array.isArray(types)) {
    problems.push("Give a list of instance types, or an object with the list as 'types'.")
    return NONE
  }
  const read = new Map<string, InstanceType>()
  const per_hour = new Map<string, number>()
  for (const [at, entry] of types.entries()) readType(entry, `Entry ${at + 1}`, { read, per_hour, problems })
  if (storage_price_per_gib_month !== undefined && !isPrice(storage_price_per_gib_month))
    problems.push("'storage_price_per_gib_month' must be a number, 0 or more.")
  const per_gib_month = isPrice(storage_price_per_gib_month) ? storage_price_per_gib_month : null
  if (per_hour.size === 0 && per_gib_month === null) return { types: read, prices: null }
  if (typeof currency !== 'string' || !/^\S{1,8}$/.test(currency)) {
    problems.push("Prices need a 'currency' beside 'types', e.g. \"EUR\".")
    return NONE
  }
  return { types: read, prices: { currency, per_hour, per_gib_month } }
}

interface Reading {
  read: Map<string, InstanceType>
  per_hour: Map<string, number>
  problems: string[]
}

const FIELDS = new Set(['instance_type', 'vcpu', 'memory_gib', 'gpu_count', 'gpu_name', 'price_per_hour'])

function readType(entry: unknown, position: string, { read, per_hour, problems }: Reading): void {
  const fields = (typeof entry === 'object' ? Object(entry) : {}) as Record<string, unknown>
  const { instance_type, vcpu, memory_gib, gpu_count = 0, gpu_name = '', price_per_hour } = fields
  const wrong = (reason: string) => problems.push(`${position}: ${reason}`)
  for (const name of Object.keys(fields)) if (!FIELDS.has(name)) wrong(`there is no field '${name}'.`)
  if (typeof instance_type !== 'string' || instance_type.trim() !== instance_type || instance_type === '')
    return void wrong("'instance_type' must be a name.")
  if (instance_type.length > limits.instance_type || instance_type === '0')
    wrong(`'instance_type' has at most ${limits.instance_type} characters and is not '0'.`)
  if (read.has(instance_type)) wrong(`${instance_type} appears twice.`)
  if (!isAmount(vcpu)) wrong("'vcpu' must be a number above 0.")
  if (!isAmount(memory_gib)) wrong("'memory_gib' must be a number above 0.")
  if (!Number.isInteger(gpu_count) || Number(gpu_count) < 0)
    wrong("'gpu_count' must be a whole number, 0 or more.")
  if (typeof gpu_name !== 'string') wrong("'gpu_name' must be a text.")
  if (price_per_hour !== undefined && !isPrice(price_per_hour))
    wrong("'price_per_hour' must be a number, 0 or more.")
  if (isPrice(price_per_hour)) per_hour.set(instance_type, price_per_hour)
  read.set(instance_type, {
    instance_type,
    vcpu: Number(vcpu),
    memory_gib: Number(memory_gib),
    gpu_count: Number(gpu_count),
    gpu_name: String(gpu_name),
    source: "administrator's file",
  })
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function isPrice(value: unknown): value is number {
  return value === 0 || isAmount(value)
}
