import { createInstance } from '@podium/contract/calls/instances.ts'
import { checkFirstStart, startRun } from '@podium/contract/calls/runs.ts'
import { readVersion } from '@podium/contract/calls/solutions.ts'
import { createStream } from '@podium/contract/calls/streams.ts'
import type { ArgumentsOf } from '@podium/contract/wire/call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Dispatch, useRef, useState } from 'react'
import { ApiError, fieldMessages, sentenceFor } from '../../../api/api-error.ts'
import { paths } from '../../../navigation/paths.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { readAgain, type Send, useChange } from '../../../record/use-change.ts'
import { withChosenFlags } from './chosen-flags.ts'
import { parameterPath } from './run-problems.ts'
import { keptOn, modelOf, type Run, type RunAction, type RunDraft, type Target } from './run-state.ts'
import type { Uploads } from './use-uploads.ts'
import { variablesIn } from './variables.ts'

interface StartRequest {
  draft: RunDraft
  target: Target
  names: { isOneTaken: () => Promise<boolean> }
  run: Run
  /** the folder for uploads */
  folder: string
}

/** The names of records that an earlier try created: they are not taken for this run. */
export type Made = { instance?: string; stream?: string }

/**
 * Uploads the files, creates missing records, starts the run and opens its page. A second try creates nothing twice.
 * @param isTyped true if leaving the form loses something
 */
export function useStart(ws: string, uploads: Uploads, dispatch: Dispatch<RunAction>, isTyped: boolean) {
  const navigate = useNavigate()
  const leaveFreely = useLeaveGuard(isTyped, 'What you chose here is not saved.')
  const queries = useQueryClient()
  const ids = useRef(new Map<string, string>())
  const [made, setMade] = useState<Made>({})

  async function madeOnce(
    kind: keyof Made,
    parts: readonly unknown[],
    make: () => Promise<{ id: string; name: string }>,
  ): Promise<string> {
    const key = JSON.stringify([kind, ...parts])
    const known = ids.current.get(key)
    if (known !== undefined) return known
    const { id, name } = await make()
    ids.current.set(key, id)
    setMade((before) => ({ ...before, [kind]: name }))
    return id
  }

  /** Returns the stream of the run. Creates missing records, after a check that the run can start on them. */
  async function streamOf(request: StartRequest, send: Send): Promise<string> {
    const { stream, instance, solution, instance_name, version_num, stream_name } = request.target
    if (stream) return stream.id
    const query = { workspace_id: ws }
    const params = { id: solution?.id ?? '', n: version_num ?? 0 }
    const solution_version_id = instance?.solution_version_id ?? (await send(readVersion, { params })).id
    const of = { solution_version_id, ...(instance && { instance_id: instance.id }) }
    await send(checkFirstStart, { query, body: { ...bodyOf(request), ...of } })
    const instance_id =
      instance?.id ??
      (await madeOnce('instance', [solution?.id, version_num, instance_name], () =>
        send(createInstance, { query, body: { name: instance_name, solution_version_id } }),
      ))
    return madeOnce('stream', [instance_id, stream_name], () =>
      send(createStream, { query, body: { instance_id, name: stream_name } }),
    )
  }

  const { change: start, isBusy } = useChange({
    async change(request: StartRequest, send) {
      const { draft, folder } = request
      if (draft.data === 'upload' && !(await uploads.send(`datasets/${folder}/`)))
        throw new Error('Not every file was uploaded. Start again to continue where it stopped.')
      const id = await streamOf(request, send)
      return send(startRun, { params: { id }, body: { ...bodyOf(request), ...keptOf(request) } })
    },
    isShownOnField: () => true,
    onDone({ id }) {
      leaveFreely()
      // Back must not lead to the form again.
      return navigate({ ...paths.run(id, { ws }), replace: true })
    },
    async onRefused(error, { target, names, run }) {
      const status = error instanceof ApiError ? error.status : 0
      const messages = status === 422 ? fieldMessages(error) : {}
      const isOfParameter = run.parameters.fields.some((field) => parameterPath(run, field) in messages)
      if (isOfParameter || (status === 409 && (await names.isOneTaken())))
        dispatch({ type: 'refuse fields', messages })
      else if (status === 404) {
        // The deleted record may be one that an earlier try created, so the next try creates it again.
        ids.current.clear()
        setMade({})
        dispatch({ type: 'lose target', target })
        if (target.kind === 'new-instance') void readAgain(queries, ['solution'])
      } else dispatch({ type: 'refuse', sentence: sentenceOf(error) })
      return true
    },
  })

  return { start, made, isBusy }
}

function bodyOf({ draft, target, run, folder }: StartRequest): ArgumentsOf<typeof startRun>['body'] {
  // Data that were not chosen are not sent, because the instance's may change until the run begins.
  const data = { instance: undefined, sample: [], set: draft.dataset, upload: [`datasets/${folder}/`] }
  return {
    pipeline: run.mode,
    parameters: { [run.mode]: run.parameters.chosen },
    dataset_uri: data[draft.data ?? 'instance'],
    execution_spec: draft.tier ?? undefined,
    ...(draft.variables.trim() !== '' && { variables: variablesIn(draft.variables) }),
    model_from: (run.mode === 'inference' && modelOf(draft, target)) || undefined,
  }
}

/** The version and the program of the run that this one begins from. */
function keptOf({
  draft,
  target,
  run,
}: StartRequest): Pick<NonNullable<ArgumentsOf<typeof startRun>['body']>, 'solution_version_id' | 'program'> {
  const kept = keptOn(draft, target.stream)
  if (!kept) return {}
  const { solution_version_id, program, pipeline } = kept
  if (!program || pipeline !== run.mode) return { solution_version_id }
  return { solution_version_id, program: withChosenFlags(program, run.pipeline, run.parameters.chosen) }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError && error.outcomeUnknown)) return sentenceFor(error)
  return `${error.message} It is not known yet whether the run was started. Starting again does not start it twice.`
}
