import { type InstanceDetail, listInstances, readInstance } from '@podium/contract/instances.ts'
import type { Mode } from '@podium/contract/metadata.ts'
import { messages, outcomes } from '@podium/contract/rules.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import {
  createStream,
  editStream,
  listStreams,
  listStreamsByInstance,
  readStream,
  type Stream,
} from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, fieldMessages, recordNow } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useKeptForm, useKeptValues, useRepeat } from '../../../session/use-kept-form.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { freeName } from '../../runs/components/free-name.ts'
import { useStreamName } from '../../runs/components/use-name-verdict.ts'
import { useWishKey } from '../../runs/components/use-wish-key.ts'
import { type StreamDraft, streamForms, streamParameters, streamProblems } from './stream-draft.ts'

interface StreamFormOptions {
  instance: InstanceDetail
  version: VersionDetail
  found: Stream | undefined
  /** the names of the streams that the instance has already */
  taken: readonly string[]
  onClose: () => void
}

const TOUCHED = [listStreams, listStreamsByInstance, readStream, listInstances, readInstance]

/** The form of a stream: checks, asks, saves, and keeps what was typed when somebody else was faster. */
export function useStreamForm({ instance, version, found, taken, onClose }: StreamFormOptions) {
  const FORM = `Stream ${found?.id ?? `of ${instance.id}`}`
  const queries = useQueryClient()
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const keyFor = useWishKey()
  const element = useRef<HTMLDivElement>(null)
  // What others change meanwhile must not move under the one who types.
  const [base, setBase] = useState(found)
  const [offered] = useState(() => freeName(instance.name, taken))
  const first: StreamDraft = { name: base?.name ?? offered, entries: {}, plain: [] }
  const kept = useKeptValues<StreamDraft>(FORM)
  const [draft, setDraft] = useState(kept ?? first)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [stale, setStale] = useState<string>()
  const [looks, setLooks] = useState(0)
  const typed = JSON.stringify(draft) !== JSON.stringify(first)
  useKeptForm(FORM, typed ? draft : undefined)
  const forms = streamForms(draft, { version, instance, stream: base })
  const problems = streamProblems(draft.name, forms)
  const verdict = useStreamName(instance.workspace_id, instance.id, draft.name, base?.name)

  useEffect(() => {
    if (looks === 0) return
    element.current
      ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"] :is(input, button)')
      ?.focus()
  }, [looks])

  function change(part: Partial<StreamDraft>) {
    setRefused({})
    setDraft((before) => ({ ...before, ...part }))
  }
  function refuse(sentences: Record<string, string>) {
    setRefused(sentences)
    setLooks((known) => known + 1)
  }
  function send(place: (error: ApiError) => boolean): Promise<Stream> {
    const body = { name: draft.name, parameters: streamParameters(forms, base) }
    if (base)
      return call(editStream, { params: { id: base.id }, body: { ...body, revision: base.revision }, place })
    const made = { ...body, instance_id: instance.id }
    return call(createStream, {
      query: { workspace_id: instance.workspace_id },
      body: made,
      place,
      idempotencyKey: keyFor(made),
    })
  }
  /** Whether the refusal stands on the form now. */
  function isSaid(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.status !== 409) return false
    const current = recordNow<Stream>(error)
    if (current) {
      if (draft.name === base?.name) change({ name: current.name })
      setBase(current)
      setStale(error.message)
      return true
    }
    const isName = error.message.startsWith('A stream named ')
    if (isName) refuse({ name: messages.name_taken })
    return isName
  }
  async function carryOut() {
    const deed = base ? 'edit' : 'create'
    setTried(true)
    if (verdict.taken || Object.keys(problems).length > 0) return setLooks((known) => known + 1)
    if (!(await confirm(deed, `${draft.name} on ${instance.name}.`))) return
    let isPlaced = false
    try {
      await send((error) => {
        const sentences = fieldMessages(error)
        isPlaced = Object.keys(sentences).length > 0
        if (isPlaced) refuse(sentences)
        return isPlaced
      })
      for (const { id } of TOUCHED) void queries.invalidateQueries({ queryKey: [id] })
      onClose()
      await showAlert('success', outcomes[deed].done)
    } catch (error) {
      if (!isPlaced && !isSaid(error)) await showFailure(outcomes[deed].failed, error)
    }
  }
  async function save() {
    if (busy) return
    setBusy(true)
    try {
      await carryOut()
    } finally {
      setBusy(false)
    }
  }

  useRepeat(FORM, `${base ? 'Save' : 'Create'} stream ${draft.name}`, save)

  return {
    element,
    draft,
    verdict,
    forms,
    busy,
    stale,
    problems: { ...(tried && problems), ...refused } as Record<string, string>,
    change,
    save: () => void save(),
    /** Asks first where typed text would be gone. */
    async cancel() {
      if (!typed || (await confirm('return', 'What you typed is not saved.'))) onClose()
    },
    backToInstance(mode: Mode) {
      const own = forms.find((form) => form.mode === mode)?.filled.fields ?? []
      const ofOthers = Object.entries(draft.entries).filter(([key]) =>
        own.every((field) => field.key !== key),
      )
      change({ entries: Object.fromEntries(ofOthers), plain: [...draft.plain, mode] })
    },
  }
}
