import { checkInstance } from '@podium/contract/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const MOST_TRIES = 20

/** The name itself, or the first of name-2, name-3 … that nobody has; undefined until it is known. */
export function useFreeName(workspace_id: string, wanted: string, enabled: boolean): string | undefined {
  const { data, error } = useQuery({
    queryKey: ['free instance name', workspace_id, wanted],
    queryFn: () => firstFree(workspace_id, wanted),
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return error ? wanted : data
}

async function firstFree(workspace_id: string, wanted: string): Promise<string> {
  for (let number = 1; number < MOST_TRIES; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    const { duplicate } = await call(checkInstance, { query: { workspace_id, name } })
    if (!duplicate) return name
  }
  return wanted
}
