import { readFileSync } from 'node:fs'
import type { Engine, InstanceType } from '@podium/engines/engine.ts'
import { cloudInstanceType } from './cloud-instance-types.ts'

/**
 * Answers what an instance type offers: from the administrator's own file, else the engine, else the table of public
 * cloud types; null where none of them knows it.
 * @throws a sentence when the file is not as it should be
 */
export function createInstanceTypes(
  engine: Engine,
  file: string | null,
): (name: string) => InstanceType | null {
  const own = file === null ? new Map<string, InstanceType>() : readOwnTypes(file)
  return (name) => own.get(name) ?? engine.instanceType(name) ?? cloudInstanceType(name)
}

function readOwnTypes(file: string): Map<string, InstanceType> {
  const wrong = (why: string): never => {
    throw new Error(`PODIUM_INSTANCE_TYPES_FILE: ${file} ${why}`)
  }
  const types = readList(file) ?? wrong('is not a JSON list of instance types.')
  return new Map(
    types.map((given) => {
      const type = ownType(given)
      if (!type)
        return wrong(`holds an entry without instance_type, vcpu and memory_gib: ${JSON.stringify(given)}`)
      return [type.instance_type, type]
    }),
  )
}

function readList(file: string): unknown[] | null {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const list = typeof parsed === 'object' && parsed !== null && 'types' in parsed ? parsed.types : parsed
  return Array.isArray(list) ? list : null
}

function ownType(given: unknown): InstanceType | null {
  const { instance_type, vcpu, memory_gib, gpu_count, gpu_name } = Object(given) as Partial<InstanceType>
  const isAmount = (amount: unknown) => typeof amount === 'number' && amount > 0
  if (typeof instance_type !== 'string' || instance_type === '' || !isAmount(vcpu) || !isAmount(memory_gib))
    return null
  return {
    instance_type,
    vcpu: Number(vcpu),
    memory_gib: Number(memory_gib),
    gpu_count: Number.isInteger(gpu_count) ? Number(gpu_count) : 0,
    gpu_name: typeof gpu_name === 'string' ? gpu_name : '',
    source: "administrator's file",
  }
}
