import { hrefOf } from '../../navigation/target.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { useWorkspace } from '../../session/use-session.ts'

/** Returns the ids in an address without duplicates. */
export function idsIn(runs: string | undefined): string[] {
  return [...new Set((runs ?? '').split(','))].filter((id) => id !== '')
}

/** Reads and changes the comparison in the address: the runs in order, and the view settings. */
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
    /** the link for other members of the workspace */
    link: `${location.origin}${hrefOf(targetWith({ ws }))}`,
    add: (id: string) => setIds([...ids, id]),
    remove: (id: string) => setIds(ids.filter((one) => one !== id)),
    /** Moves a run to the position of another. */
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
