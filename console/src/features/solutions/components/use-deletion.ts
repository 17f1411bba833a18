import { outcomes } from '@podium/contract/rules.ts'
import { deleteSolution, deleteVersion, type Solution, type Version } from '@podium/contract/solutions.ts'
import { listStreams } from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { useAlert } from '../../../ui/use-alert.ts'
import { useConfirm } from '../../../ui/use-confirm.ts'

/** Deletes a solution or a version: says what goes along, asks, calls, and says how it went. */
export function useDeletion() {
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const queries = useQueryClient()
  const isUnderWay = useRef(false)

  /** `leave` goes away from a page whose object is gone, before its data are asked for again. */
  async function ask(consequences: () => Promise<string>, remove: () => Promise<unknown>, leave: () => void) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      if (!(await confirm('delete', await consequences()))) return
      await remove()
      leave()
      void queries.invalidateQueries()
      await showAlert('success', outcomes.delete.done)
    } catch (error) {
      await showFailure(outcomes.delete.failed, error)
    } finally {
      isUnderWay.current = false
    }
  }

  return {
    removeSolution: (solution: Solution, leave: () => void = () => {}) =>
      ask(
        async () => withSolution(solution, await streamsOf(solution)),
        () => call(deleteSolution, { params: { id: solution.id } }),
        leave,
      ),
    removeVersion: (solution: Solution, version: Version, leave: () => void) =>
      ask(
        async () => withVersion(solution, version, await streamsOf(solution)),
        () => call(deleteVersion, { params: { id: version.id } }),
        leave,
      ),
  }
}

interface StreamsBelow {
  total: number
  streams: { version_num: number; run_count: number }[]
}

function streamsOf({ id, workspace_id }: Solution): Promise<StreamsBelow> {
  return call(listStreams, { query: { workspace_id, solution_id: id, page_size: 1000 } })
}

/** What goes with a solution. */
export function withSolution(
  { name, version_count, run_count }: Pick<Solution, 'name' | 'version_count' | 'run_count'>,
  { total }: Pick<StreamsBelow, 'total'>,
): string {
  const versions = version_count === 1 ? 'its version' : `its ${countOf(version_count, 'version')}`
  if (total === 0) return `${name} goes with ${versions}. Nothing uses it.`
  return `${name} goes with ${versions}, ${countOf(total, 'stream')} and ${countOf(run_count, 'run')}, their logs, artifacts and models.`
}

/** What goes with a version. */
export function withVersion(
  { name }: Pick<Solution, 'name'>,
  { version_num }: Pick<Version, 'version_num'>,
  { streams }: Pick<StreamsBelow, 'streams'>,
): string {
  const label = `${name} ${formatVersion(version_num)}`
  const own = streams.filter((stream) => stream.version_num === version_num)
  if (own.length === 0) return `${label} goes with its files. No stream uses it.`
  const runs = own.reduce((sum, { run_count }) => sum + run_count, 0)
  return `${label} goes with ${countOf(own.length, 'stream')} and ${countOf(runs, 'run')}, their logs, artifacts and models.`
}
