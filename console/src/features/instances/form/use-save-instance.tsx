import {
  createInstance,
  editInstance,
  type InstanceDetail,
  listInstances,
  readInstance,
} from '@podium/contract/instances.ts'
import { messages, outcomes } from '@podium/contract/rules.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import { listStreamsByInstance } from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError, fieldMessages, recordNow } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import type { NameVerdict } from '../../runs/components/use-name-verdict.ts'
import { useWishKey } from '../../runs/components/use-wish-key.ts'
import { instanceBody } from './instance-body.ts'
import type { InstanceForm } from './use-instance-form.ts'

interface SaveOptions {
  workspace_id: string
  version: VersionDetail
  form: InstanceForm
  verdict: NameVerdict
  /** the record that is changed; absent: one is made */
  base?: InstanceDetail
  /** what is said in the question before it is made or changed */
  summary: ReactNode
  onSaved: (instance: InstanceDetail) => void
  onStale?: (current: InstanceDetail, sentence: string) => void
  /** What is changed, or the version that it is made on, is there no longer. */
  onGone: () => void
}

type Deed = 'create' | 'edit' | 'save'

/** Makes, changes or completes an instance, or keeps it as a draft. Does nothing while an earlier save is under way. */
export function useSaveInstance(options: SaveOptions) {
  const { workspace_id, version, form, verdict, base, summary, onSaved, onStale, onGone } = options
  const queries = useQueryClient()
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const keyFor = useWishKey()
  const isUnderWay = useRef(false)
  const [busy, setBusy] = useState<'save' | 'draft'>()

  function send(asDraft: boolean, place: (error: ApiError) => boolean): Promise<InstanceDetail> {
    const body = instanceBody({ ...form, asDraft })
    if (base)
      return call(editInstance, {
        params: { id: base.id },
        body: { ...body, revision: base.revision },
        place,
      })
    const { name = '', ...details } = body
    const made = { ...details, name, solution_version_id: version.id, coupled: form.draft.coupled }
    return call(createInstance, {
      query: { workspace_id },
      body: made,
      place,
      idempotencyKey: keyFor([workspace_id, made]),
    })
  }

  /** Whether the refusal stands on the form now. */
  async function isSaid(error: unknown): Promise<boolean> {
    if (!(error instanceof ApiError)) return false
    if (error.status === 404) {
      onGone()
      return true
    }
    if (error.status !== 409) return false
    const current = recordNow<InstanceDetail>(error)
    if (current) {
      onStale?.(current, error.message)
      return true
    }
    const isTaken = await verdict.checkAgain()
    if (isTaken) form.refuse({ name: messages.name_taken })
    return isTaken
  }

  async function carryOut(asDraft: boolean) {
    if (!form.check(asDraft)) return
    const deed: Deed = asDraft ? 'save' : base && !base.draft ? 'edit' : 'create'
    if (deed !== 'save' && !(await confirm(deed, summary))) return
    let isPlaced = false
    try {
      const saved = await send(asDraft, (error) => {
        const problems = fieldMessages(error)
        isPlaced = Object.keys(problems).length > 0
        if (isPlaced) form.refuse(problems)
        return isPlaced
      })
      for (const { id } of [listInstances, listStreamsByInstance, readInstance])
        void queries.invalidateQueries({ queryKey: [id] })
      await showAlert('success', outcomes[deed].done)
      onSaved(saved)
    } catch (error) {
      if (!isPlaced && !(await isSaid(error))) await showFailure(outcomes[deed].failed, error)
    }
  }

  async function save(asDraft: boolean) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(asDraft ? 'draft' : 'save')
    try {
      await carryOut(asDraft)
    } finally {
      isUnderWay.current = false
      setBusy(undefined)
    }
  }

  return { save: () => void save(false), saveDraft: () => void save(true), busy }
}
