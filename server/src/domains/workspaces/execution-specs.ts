import { type FieldProblem, FieldProblems } from '@podium/contract/errors.ts'
import { messages } from '@podium/contract/rules.ts'
import type { ExecutionSpec } from '@podium/contract/tiers.ts'

/** Whether an instance type is known here. */
export type KnowsType = (instance: string) => boolean

/**
 * The tiers that a workspace keeps: empty entries are left out, each name stands once, every type is known.
 * @throws the problems, each on its entry
 */
export function checkedSpecs(given: ExecutionSpec[], isKnown: KnowsType): ExecutionSpec[] {
  const specs = given.map(({ name, instance }) => ({ name, instance: instance.trim() }))
  const problems = specs.flatMap(({ name, instance }, at): FieldProblem[] => {
    const wrong = (field: string, msg: string) => [
      { loc: ['body', 'execution_specs', at, field], msg, type: 'value_error' },
    ]
    if (specs.findIndex((other) => other.name === name) < at) return wrong('name', `${name} is given twice.`)
    return instance === '' || isKnown(instance) ? [] : wrong('instance', messages.instance_type)
  })
  if (problems.length > 0) throw new FieldProblems(problems)
  return specs.filter(({ instance }) => instance !== '')
}
