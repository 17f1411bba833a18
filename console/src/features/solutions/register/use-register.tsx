import { outcomes } from '@podium/contract/rules.ts'
import {
  type Registered,
  registerArchive,
  registerSolution,
  registerVersion,
} from '@podium/contract/solutions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { randomWord } from './random-word.ts'
import type { Subject } from './subject.ts'

interface Registration {
  send: NonNullable<Subject['send']>
  /** where the archive lies in the bucket */
  path: string
  /** the solution that gets a new version */
  solutionId: string | undefined
  /** such as 'penguins v 1' */
  label: string
}

/** Refusals that contradict what the checks of the form found: the name, the place or the upload has changed hands. */
const OVERTAKEN = new Set([400, 404, 409, 422])

/**
 * Asks, registers, says how it went, and hands on what was made. A failure changes nothing in the form but what
 * `lookAgain` of `save` finds anew.
 * @param sayGone says that the solution was deleted meanwhile, where the form has words of its own for it
 */
export function useRegister(onRegistered: (registered: Registered) => void, sayGone?: () => Promise<void>) {
  const workspace = useWorkspace()
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const queries = useQueryClient()
  const isUnderWay = useRef(false)
  const unanswered = useRef<{ content: string; key: string }>(undefined)
  const [isBusy, setBusy] = useState(false)

  /** The same content gets the same key as long as nobody knows whether the server took it: it cannot count twice. */
  function keyFor(registration: Registration): string {
    const content = JSON.stringify(registration)
    if (unanswered.current?.content !== content) unanswered.current = { content, key: randomWord() }
    return unanswered.current.key
  }

  async function submit(registration: Registration, lookAgain?: () => void) {
    if (!(await confirm('create', `${registration.label} in ${workspace.display_name}`))) return
    setBusy(true)
    try {
      const made = await register(workspace.id, registration, keyFor(registration))
      unanswered.current = undefined
      await showAlert('success', outcomes.create.done, <Made made={made} />)
      onRegistered(made)
      void queries.invalidateQueries()
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.outcomeUnknown
      if (!isUnknown) unanswered.current = undefined
      if (error instanceof ApiError && OVERTAKEN.has(error.status)) lookAgain?.()
      if (sayGone && error instanceof ApiError && error.status === 404) return sayGone()
      await showFailure(outcomes.create.failed, error)
    }
  }

  /** @param lookAgain runs the checks again, which the server has just contradicted */
  async function save(registration: Registration, lookAgain?: () => void) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await submit(registration, lookAgain)
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { save, isBusy }
}

function register(workspace_id: string, { send, path, solutionId }: Registration, idempotencyKey: string) {
  const manner = { query: { workspace_id }, idempotencyKey, place: () => true }
  const ofSolution = solutionId === undefined ? {} : { solution_id: solutionId }
  if ('archive' in send) return call(registerArchive, { ...manner, body: { path, ...ofSolution } })
  const body = { metadata_json: send.metadata }
  if (solutionId === undefined) return call(registerSolution, { ...manner, body })
  return call(registerVersion, { ...manner, params: { id: solutionId }, body })
}

function Made({ made: { name, versions, workspace_name, warnings } }: { made: Registered }) {
  return (
    <div className={layout.stackTight}>
      <p>
        {name} {formatVersion(versions[0]?.version_num)} is registered in {workspace_name.replace(/-ws$/, '')}
        .
      </p>
      {warnings.length > 0 && (
        <Note
          tone="warn"
          title={`${countOf(warnings.length, 'warning')} ${warnings.length === 1 ? 'stays' : 'stay'} with it.`}
        >
          {warnings.join(' ')}
        </Note>
      )}
    </div>
  )
}
