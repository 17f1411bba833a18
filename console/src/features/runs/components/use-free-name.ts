import { checkInstance } from '@podium/contract/instances.ts'
import { listStreams } from '@podium/contract/streams.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { freeName } from './free-name.ts'

const MOST_TRIES = 20
const MOST_ALIKE = 1000

/** The name itself, or the first of name-2, name-3 … that no instance has; undefined until it is known. */
export function useFreeInstanceName(
  workspace_id: string,
  wanted: string,
  enabled: boolean,
): string | undefined {
  return useFree([workspace_id, wanted], () => firstFree(workspace_id, wanted), wanted, enabled)
}

/** The name itself, or the first of name-2, name-3 … that no stream of the instance has. */
export function useFreeStreamName(
  workspace_id: string,
  instance_id: string,
  wanted: string,
  enabled: boolean,
): string | undefined {
  async function free() {
    const query = { workspace_id, instance_id, q: wanted, page_size: MOST_ALIKE }
    const { streams } = await call(listStreams, { query })
    return freeName(
      wanted,
      streams.map(({ name }) => name),
    )
  }
  return useFree([workspace_id, instance_id, wanted], free, wanted, enabled)
}

/** Where the question fails, the verdict on the wanted name says so. */
function useFree(
  key: readonly string[],
  queryFn: () => Promise<string>,
  wanted: string,
  enabled: boolean,
): string | undefined {
  const { data, error } = useQuery({
    queryKey: ['free name', ...key],
    queryFn,
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
