import type { ReplyOf } from '@podium/contract/call.ts'
import { readInstanceType, type Workspace } from '@podium/contract/workspaces.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'

type InstanceType = ReplyOf<typeof readInstanceType>

/** What each instance type of the workspace means; those that cannot be read are left out. */
export function useInstanceTypes(set: Workspace['execution_specs']): ReadonlyMap<string, InstanceType> {
  const queries = useQueryClient()
  const names = set.map(({ instance }) => instance)

  async function read(instance_type: string): Promise<[string, InstanceType][]> {
    const query = q(readInstanceType, { query: { instance_type } })
    return queries.fetchQuery(query).then(
      (type) => [[instance_type, type]],
      () => [],
    )
  }
  const { data } = useQuery({
    queryKey: ['instance types', names],
    queryFn: async () => new Map((await Promise.all(names.map(read))).flat()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? new Map()
}
