import { whyBuiltOn } from '@podium/contract/built-on.ts'
import { may } from '@podium/contract/permissions.ts'
import type { Solution, Version } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { useCaller, useWhyNotFor } from '../../../session/use-caller.ts'
import { useSessionState } from '../../../session/use-session.ts'
import { instancesQuery, streamsQuery } from './uses.ts'

/**
 * Why the person may not delete the solution or a version of it, as far as the page has read who built on them: of
 * older uses the server knows, which then refuses with the same sentence.
 */
export function useWhyNotDelete(solution: Solution) {
  const caller = useCaller()
  const { account } = useSessionState()
  const whyNotFor = useWhyNotFor()
  const isUsed = solution.instance_count > 0 || solution.run_count > 0
  const instances = useQuery({ ...instancesQuery(solution), enabled: isUsed }).data?.instances ?? []
  const streams = useQuery({ ...streamsQuery(solution), enabled: isUsed }).data?.streams ?? []

  function othersOf(built: readonly { created_by: string }[]): string | undefined {
    const names = new Set(built.map(({ created_by }) => created_by))
    names.delete(account?.userName ?? '')
    return names.size === 0 || may('solution.delete', caller) ? undefined : whyBuiltOn([...names].sort())
  }

  return {
    solution:
      whyNotFor('solution.delete', solution.created_by) ??
      othersOf([...solution.versions, ...instances, ...streams]),
    version: ({ version_num, created_by }: Version) =>
      whyNotFor('version.delete', created_by) ??
      othersOf([...instances, ...streams].filter((use) => use.version_num === version_num)),
  }
}
