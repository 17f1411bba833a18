import { checkInstance } from '@podium/contract/instances.ts'
import { messages } from '@podium/contract/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { q } from '../../../api/query.ts'

const TYPING_MS = 300
const MOST_TRIES = 20

/**
 * Whether the name is free in the workspace, asked once nobody types.
 * @param own the name that the instance has already: it is free for itself
 */
export function useNameVerdict(workspace_id: string, name: string, own: string | undefined) {
  const settled = useSettled(name)
  const isOwn = own !== undefined && settled.toLowerCase() === own.toLowerCase()
  const query = useQuery({
    ...q(checkInstance, { query: { workspace_id, name: settled } }),
    enabled: settled.trim() !== '' && !isOwn,
    retry: false,
  })
  const isCurrent = settled === name && !query.isFetching
  const taken = isCurrent && !isOwn && query.data?.duplicate === true
  const free = isCurrent && (isOwn ? query.isFetched : query.data?.duplicate === false)
  return {
    checking: query.isFetching,
    error: taken ? messages.name_taken : isCurrent && query.error ? sentenceFor(query.error) : undefined,
    good: free ? messages.name_available : undefined,
    /** asks once more, and answers whether somebody has it; an empty name is not asked about */
    async checkAgain(): Promise<boolean> {
      if (settled.trim() === '') return false
      const { data } = await query.refetch()
      return data?.duplicate === true
    },
  }
}

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

/** The text once nothing was typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
