import { hrefOf } from '../../../navigation/target.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { useWorkspace } from '../../../session/use-session.ts'

/** The ids that an address names, each once. */
export function idsIn(runs: string | undefined): string[] {
  return [...new Set((runs ?? '').split(','))].filter((id) => id !== '')
}

/** The comparison that the address is: its runs in their order, and how they are looked at. */
export function useComparison() {
  const { search, change, targetWith } = useAddress()
  const { id: ws } = useWorkspace()
  const ids = idsIn(search.runs)
  const setIds = (next: readonly string[]) => change({ ws, runs: next.join(',') })
  return {
    ids,
    onlyDiffering: search.only !== 'all',
    against: search.against,
    figure: search.figure,
    x: search.x,
    y: search.y,
    /** what another member of the workspace opens */
    link: `${location.origin}${hrefOf(targetWith({ ws }))}`,
    add: (id: string) => setIds([...ids, id]),
    remove: (id: string) => setIds(ids.filter((one) => one !== id)),
    /** Puts a run before another. */
    move(id: string, to: string) {
      const index = ids.indexOf(to)
      setIds(ids.filter((one) => one !== id).toSpliced(index, 0, id))
    },
    setOnlyDiffering: (only: boolean) => change({ only: only ? undefined : 'all' }, { replace: true }),
    choose: (part: { against?: string; figure?: string; x?: string; y?: string }) =>
      change(part, { replace: true }),
  }
}

export type Comparison = ReturnType<typeof useComparison>
