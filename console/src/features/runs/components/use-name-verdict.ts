import { checkInstance } from '@podium/contract/instances.ts'
import { limits, messages } from '@podium/contract/rules.ts'
import { listStreams } from '@podium/contract/streams.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { sentenceFor } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { isSameName, useSettled } from '../../../record/name-check.tsx'

const AT_ONCE = 1000

export type NameVerdict = ReturnType<typeof verdictOf>

/**
 * Whether an instance name is free in the workspace.
 * @param own the name that it has already: it is free for itself
 */
export function useInstanceName(workspace_id: string, name: string, own: string | undefined): NameVerdict {
  const asked = useAskedName(name, own)
  const query = useQuery({
    ...q(checkInstance, { query: { workspace_id, name: asked.name } }),
    select: ({ duplicate }) => duplicate,
    enabled: asked.isOpen,
    retry: false,
  })
  return verdictOf(asked, query)
}

/** Whether a stream name is free on the instance; nothing is asked for an instance that is yet to be made. */
export function useStreamName(
  workspace_id: string,
  instance_id: string | undefined,
  name: string,
  own: string | undefined,
): NameVerdict {
  const asked = useAskedName(instance_id === undefined ? '' : name, own)
  const page = { q: asked.name, page_size: AT_ONCE, sort: 'name' } as const
  const query = useQuery({
    ...q(listStreams, { query: { workspace_id, instance_id, ...page } }),
    select: ({ streams }) => streams.some((stream) => isSameName(stream.name, asked.name)),
    enabled: asked.isOpen,
    retry: false,
  })
  return verdictOf(asked, query)
}

interface AskedName {
  name: string
  /** no key was pressed for a moment */
  isSettled: boolean
  isOwn: boolean
  /** the server is asked about it */
  isOpen: boolean
}

/** The name once typing has paused. One that cannot be stored is not asked about. */
function useAskedName(typed: string, own: string | undefined): AskedName {
  const name = useSettled(typed)
  const isOwn = own !== undefined && isSameName(name, own)
  const isOpen = !isOwn && name.trim() !== '' && name.length <= limits.name
  return { name, isSettled: name === typed, isOwn, isOpen }
}

/** What is known of the name; `query` answers whether it is taken. */
function verdictOf({ isSettled, isOwn, isOpen }: AskedName, query: UseQueryResult<boolean>) {
  const isCurrent = isSettled && !query.isFetching
  const taken = isCurrent && isOpen && query.data === true
  const free = isCurrent && (isOwn ? query.isFetched : isOpen && query.data === false)
  const failure = isCurrent && isOpen && query.error ? sentenceFor(query.error) : undefined
  return {
    checking: query.isFetching,
    taken,
    error: taken ? messages.name_taken : failure,
    good: free ? messages.name_available : undefined,
    /** asks once more, and answers whether it is taken; an empty name is not asked about */
    async checkAgain(): Promise<boolean> {
      if (!isOpen && !isOwn) return false
      const { data } = await query.refetch()
      return !isOwn && data === true
    },
  }
}
