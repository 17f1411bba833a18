import type { Engine, InstanceType } from '@podium/engines/engine.ts'
import { cloudInstanceType } from './cloud-instance-types.ts'
import { readOwnInstanceTypes } from './own-instance-types.ts'

/**
 * Answers what an instance type offers: from the administrator's own file, else the engine, else the table of public
 * cloud types; null where none of them knows it.
 * @throws a sentence when the file is not as it should be
 */
export function createInstanceTypes(
  engine: Engine,
  file: string | null,
): (name: string) => InstanceType | null {
  const { types } = readOwnInstanceTypes(file)
  return (name) => types.get(name) ?? engine.instanceType(name) ?? cloudInstanceType(name)
}
