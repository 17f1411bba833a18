import { createInstance, listInstances } from '@podium/contract/instances.ts'
import { listRuns, startRun } from '@podium/contract/runs.ts'
import { readVersion } from '@podium/contract/solutions.ts'
import { createStream, listStreams, listStreamsByInstance } from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { ArgumentsOf } from '../../../api/route-types.ts'
import { useWishKey } from '../components/use-wish-key.ts'
import { isGone } from './deleted-meanwhile.ts'
import type { Place } from './run-plan.ts'

export interface StartWish {
  workspace_id: string
  place: Place
  body: ArgumentsOf<typeof startRun>['body']
  /** takes the sentences of a refusal onto the form */
  take: (error: ApiError) => boolean
}

/** What an earlier try has made already: its names are those of this run. */
export interface Made {
  instance?: string
  stream?: string
}

/** Makes what is missing, starts the run and answers its id. A second try makes nothing twice. */
export function useStart() {
  const queries = useQueryClient()
  const ids = useRef(new Map<string, string>())
  const [made, setMade] = useState<Made>({})
  const keyFor = useWishKey()

  async function madeOnce(
    kind: keyof Made,
    what: readonly unknown[],
    make: () => Promise<{ id: string; name: string }>,
  ): Promise<string> {
    const wish = JSON.stringify([kind, ...what])
    const known = ids.current.get(wish)
    if (known !== undefined) return known
    const { id, name } = await make()
    ids.current.set(wish, id)
    setMade((before) => ({ ...before, [kind]: name }))
    return id
  }

  async function streamOf({ workspace_id, place, take }: StartWish): Promise<string> {
    const { stream, instance, solution, instance_name, version_num, stream_name } = place
    if (stream) return stream.id
    const query = { workspace_id }
    const instance_id =
      instance?.id ??
      (await madeOnce('instance', [solution?.id, version_num, instance_name], async () => {
        const params = { id: solution?.id ?? '', n: version_num ?? 0 }
        const version = await call(readVersion, { params })
        return call(createInstance, {
          query,
          body: { name: instance_name, solution_version_id: version.id },
          place: take,
        })
      }))
    return madeOnce('stream', [instance_id, stream_name], () =>
      call(createStream, { query, body: { instance_id, name: stream_name }, place: take }),
    )
  }

  /** What was made for it may be what is gone: the next try makes it anew. */
  function forget(error: unknown): never {
    if (isGone(error)) {
      ids.current.clear()
      setMade({})
    }
    throw error
  }

  async function startNow(wish: StartWish): Promise<string> {
    const id = await streamOf(wish)
    const started = await call(startRun, {
      params: { id },
      body: wish.body,
      place: wish.take,
      idempotencyKey: keyFor([id, wish.body]),
    })
    for (const list of [listRuns, listStreams, listInstances, listStreamsByInstance])
      void queries.invalidateQueries({ queryKey: [list.id] })
    return started.id
  }
  return { start: (wish: StartWish) => startNow(wish).catch(forget), made }
}
