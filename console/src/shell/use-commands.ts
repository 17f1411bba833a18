import { listRuns } from '@podium/contract/runs.ts'
import { listSolutions } from '@podium/contract/solutions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { q } from '../api/query.ts'
import { formatVersion } from '../format/version.ts'
import { useWorkspace } from '../session/use-session.ts'
import { type CommandGroup, placesMatching, runCommands, solutionCommands } from './commands.ts'
import type { MenuEntry } from './screen.ts'

const FOUND_AT_MOST = 5

/** The places, and the newest solutions and runs of the workspace whose name holds the text. */
export function useCommands(menu: readonly MenuEntry[], text: string): CommandGroup[] {
  const { id } = useWorkspace()
  const wanted = useDeferredValue(text.trim())
  const query = { workspace_id: id, q: wanted, page_size: FOUND_AT_MOST }
  const options = { enabled: wanted !== '', placeholderData: keepPreviousData }
  const solutions = useQuery({ ...q(listSolutions, { query }), ...options })
  const runs = useQuery({ ...q(listRuns, { query: { ...query, sort: '-created_at' } }), ...options })
  const found =
    wanted === ''
      ? []
      : [
          solutionCommands(
            (solutions.data?.solutions ?? []).map((solution) => ({
              id: solution.id,
              name: solution.name,
              aside: formatVersion(solution.versions[0]?.version_num),
            })),
            id,
          ),
          runCommands(
            (runs.data?.stream_histories ?? []).map((run) => ({
              id: run.id,
              name: run.name,
              aside: run.state === 'running' ? 'training' : run.state,
            })),
            id,
          ),
        ]
  return [...found, placesMatching(menu, text)].filter(({ commands }) => commands.length > 0)
}
