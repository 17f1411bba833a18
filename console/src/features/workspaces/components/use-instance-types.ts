import { readInstanceType } from '@podium/contract/calls/instance-types.ts'
import type { ExecutionSpec } from '@podium/contract/rules/tiers.ts'
import { useQueries } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'

/** Reads the size of each instance type of the workspace. Types that cannot be read are left out. */
export function useInstanceTypes(set: readonly ExecutionSpec[]) {
  const names = [...new Set(set.map(({ instance }) => instance))]
  const answers = useQueries({
    queries: names.map((instance_type) => ({
      ...q(readInstanceType, { query: { instance_type } }),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  return new Map(names.map((name, at) => [name, answers[at]?.data]))
}
