import { checkInstance } from '@podium/contract/calls/instances.ts'
import { listStreams } from '@podium/contract/calls/streams.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { freeName } from './free-name.ts'

const MOST_TRIES = 20
/** The largest page of a list of streams, read to compare a name with similar ones. */
export const MOST_ALIKE = 1000

/** Returns the name itself or the first of name-2, name-3 … that no instance has; undefined until it is known. */
export function useFreeInstanceName(workspace_id: string, wanted: string, enabled: boolean) {
  async function find(): Promise<string> {
    for (let number = 1; number < MOST_TRIES; number += 1) {
      const name = number === 1 ? wanted : `${wanted}-${number}`
      const { duplicate } = await call(checkInstance, { query: { workspace_id, name } })
      if (!duplicate) return name
    }
    return wanted
  }
  return useFree(wanted, [workspace_id], find, enabled)
}

/** Does the same for the streams of an instance. */
export function useFreeStreamName(
  workspace_id: string,
  instance_id: string,
  wanted: string,
  enabled: boolean,
) {
  async function find(): Promise<string> {
    const query = { workspace_id, instance_id, q: wanted, page_size: MOST_ALIKE }
    const { streams } = await call(listStreams, { query })
    const taken = streams.map(({ name }) => name)
    return freeName(wanted, taken)
  }
  return useFree(wanted, [workspace_id, instance_id], find, enabled)
}

/** @param where the ids of the scope in which the name is unique */
function useFree(wanted: string, where: string[], find: () => Promise<string>, enabled: boolean) {
  const { data, error } = useQuery({
    queryKey: ['free name', ...where, wanted],
    queryFn: find,
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // After a failure, the check of the wanted name shows the error.
  return error ? wanted : data
}
