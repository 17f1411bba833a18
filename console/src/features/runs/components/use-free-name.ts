import { checkInstance } from '@podium/contract/calls/instances.ts'
import { listStreams } from '@podium/contract/calls/streams.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { freeName } from './free-name.ts'

const MAX_TRIES = 20
/** The largest page of a list of streams, read to compare a name with similar ones. */
export const MAX_ALIKE = 1000

/** Returns the name itself or the first of name-2, name-3 … that no instance has; undefined until it is known. */
export function useFreeInstanceName(workspace_id: string, suggested: string, enabled: boolean) {
  async function find(): Promise<string> {
    for (let number = 1; number < MAX_TRIES; number += 1) {
      const name = number === 1 ? suggested : `${suggested}-${number}`
      const { duplicate } = await call(checkInstance, { query: { workspace_id, name } })
      if (!duplicate) return name
    }
    return suggested
  }
  return useFree(suggested, [workspace_id], find, enabled)
}

/** Does the same for the streams of an instance. */
export function useFreeStreamName(
  workspace_id: string,
  instance_id: string,
  suggested: string,
  enabled: boolean,
) {
  async function find(): Promise<string> {
    const query = { workspace_id, instance_id, q: suggested, page_size: MAX_ALIKE }
    const { streams } = await call(listStreams, { query })
    const taken = streams.map(({ name }) => name)
    return freeName(suggested, taken)
  }
  return useFree(suggested, [workspace_id, instance_id], find, enabled)
}

/** @param where the ids of the scope in which the name is unique */
function useFree(suggested: string, where: string[], find: () => Promise<string>, enabled: boolean) {
  const { data, error } = useQuery({
    queryKey: ['free name', ...where, suggested],
    queryFn: find,
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // After a failure, the check of the wanted name shows the error.
  return error ? suggested : data
}
