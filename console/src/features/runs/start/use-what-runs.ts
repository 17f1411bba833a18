import { readInstance } from '@podium/contract/instances.ts'
import { readVersion } from '@podium/contract/solutions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import type { RunDraft } from './run-draft.ts'
import { type Place, runOf } from './run-plan.ts'

/** Reads the version that the place names, and its instance with all that it chooses for its runs. */
export function useWhatRuns(draft: RunDraft, place: Place) {
  const params = { id: place.solution?.id ?? '', n: place.version_num ?? 0 }
  const instance_id = place.stream?.instance_id ?? place.instance?.id
  const version = useQuery({
    ...q(readVersion, { params }),
    enabled: params.id !== '' && params.n > 0,
    // The form stays while another version is read: files that were chosen live in it.
    placeholderData: keepPreviousData,
  })
  const instance = useQuery({
    ...q(readInstance, { params: { id: instance_id ?? '' } }),
    enabled: instance_id !== undefined,
    placeholderData: keepPreviousData,
  })
  const parts = [version, ...(instance_id === undefined ? [] : [instance])]
  const isThere = place.solution !== null && parts.every(({ data }) => data !== undefined)
  const loading = parts.some(({ isPlaceholderData }) => isPlaceholderData)
  const ofInstance = instance_id === undefined ? null : (instance.data ?? null)
  const run = isThere && version.data ? runOf(draft, place, version.data, ofInstance) : null
  return {
    run,
    /** what stands here is of the place before */
    loading,
    isFetching: parts.some(({ isFetching }) => isFetching),
    /** every pipeline that the version has is turned off */
    isOff: isThere && !loading && run === null,
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    retry() {
      for (const { error, refetch } of parts) if (error) void refetch()
    },
  }
}
