import {
  editSolution,
  readSolution,
  readVersion,
  type Solution,
  type VersionDetail,
} from '@podium/contract/calls/solutions.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, recordNow, sentenceFor } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { formatVersion } from '../../../format/version.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useChange } from '../../../record/use-change.ts'
import { useSavedForm, useSavedValues } from '../../../session/use-saved-form.ts'
import { useAlert } from '../../../ui/use-alert.ts'
import { textOf } from '../metadata-text.ts'
import { useRegister } from '../register/use-register.tsx'
import { newestOf } from '../solution-record.tsx'

/** The base of the text: the newest version, and the solution's revision that had it. */
interface Base {
  revision: number
  version_num: number
  text: string
}

/** Another person's save while the text was edited. */
export interface OtherEdit {
  sentence: string
  /** the base of the text before */
  before: Base
  /** the base as the other person saved it */
  now: Base
}

export interface EditOptions {
  solution: Solution
  /** the version to edit */
  version: VersionDetail
  onSaved: () => void
  /** called when the text becomes based on that version */
  onFollow: (version: number) => void
}

interface Edit {
  metadata: Metadata
  /** '+2 −1' */
  figures: string
}

/**
 * Edits the metadata of the newest version. A save changes the version in place, or registers the text as the next
 * version if something uses it. The text survives a lost session and a refusal, and is based on the newest version
 * when another is registered. This is not a record form, because another person's change is read by a second call,
 * and there are two ways to save.
 */
export function useMetadataEdit({ solution, version, onSaved, onFollow }: EditOptions) {
  const { id, name } = solution
  const form = `Edit metadata ${id}`
  const showAlert = useAlert()
  const queries = useQueryClient()
  const saved = useSavedValues<{ base: Base; text: string }>(form)
  const [base, setBase] = useState(saved?.base ?? baseOf(solution, version))
  const [text, setText] = useState(saved?.text ?? base.text)
  const [otherEdit, setOtherEdit] = useState<OtherEdit>()
  /** why nothing can be saved any longer */
  const [gone, setGone] = useState<string>()
  const isTyped = text !== base.text
  useSavedForm(form, isTyped ? { base, text } : undefined)
  const leaveFreely = useLeaveGuard(isTyped, 'What you typed is not saved.')
  const label = `${name} ${formatVersion(base.version_num)}`

  const save = useChange({
    outcome: 'edit',
    confirm: ({ figures }: Edit) => ({ mode: 'edit', detail: `${label}: ${figures} lines` }),
    change: ({ metadata }, send) =>
      send(editSolution, { params: { id }, body: { metadata_json: metadata, revision: base.revision } }),
    // The failure's alert reports a 422.
    isShownOnField: () => true,
    onRefused,
    onReported: leave,
  })
  const registration = useRegister({ onRegistered: leave, onRefused })

  function leave() {
    leaveFreely()
    onSaved()
  }

  async function onRefused(error: unknown): Promise<boolean> {
    const stored = recordNow<Solution>(error)
    if (stored) await follow(stored, sentenceFor(error))
    if (!(error instanceof ApiError) || error.status !== 404) return false
    const sentence = `${name} was deleted in the meantime.`
    setGone(sentence)
    await showAlert('error', sentence, 'Nothing was saved. Copy your text: it stays here until you leave.')
    return true
  }

  /** Bases the text on the newest version of the solution. */
  async function follow(stored: Solution, sentence: string) {
    const n = newestOf(stored)
    const newest = await queries.fetchQuery({ ...q(readVersion, { params: { id, n } }), staleTime: 0 })
    queries.setQueryData(q(readSolution, { params: { id } }).queryKey, stored)
    const now = baseOf(stored, newest)
    if (isTyped) setOtherEdit({ sentence, before: base, now })
    else setText(now.text)
    setBase(now)
    onFollow(now.version_num)
  }

  const newest = newestOf(solution)
  const followNewest = useEffectEvent((n: number) =>
    follow(
      solution,
      n > base.version_num
        ? `${formatVersion(n)} was registered in the meantime.`
        : `${formatVersion(base.version_num)} was deleted in the meantime.`,
    ),
  )
  useEffect(() => {
    if (registration.isRegistered || newest === base.version_num) return
    // If it cannot be read, a save says what changed.
    followNewest(newest).catch(() => {})
  }, [newest, base.version_num, registration.isRegistered])

  return {
    /** the key under which typed text is kept when the session is lost */
    form,
    text,
    setText,
    /** the text before anything was typed */
    before: base.text,
    isTyped,
    label,
    otherEdit,
    gone,
    isBusy: save.isBusy || registration.isBusy,
    /** @param isAgreed true if the question was answered before */
    submit(edit: Edit, isAgreed: boolean) {
      if (!version.in_use) return save.change(edit, isAgreed)
      const { metadata } = edit
      const next = `the next version of ${name}`
      return registration.save({ content: { metadata }, solutionId: id, label: next }, isAgreed)
    },
  }
}

function baseOf({ revision }: Solution, version: VersionDetail): Base {
  return { revision, version_num: version.version_num, text: textOf(version) }
}
