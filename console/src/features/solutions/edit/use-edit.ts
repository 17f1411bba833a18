import type { Metadata } from '@podium/contract/metadata.ts'
import { outcomes } from '@podium/contract/rules.ts'
import { editSolution, readSolution, readVersion, type Solution } from '@podium/contract/solutions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, recordNow, sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { q } from '../../../api/query.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { formatVersion } from '../../../format/version.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { type Base, baseOf } from './use-metadata-draft.ts'

/** What somebody else saved while the text was edited. */
export interface Theirs {
  sentence: string
  /** as the text began here */
  before: Base
  /** as they left it */
  now: Base
}

interface EditOptions {
  solution: Solution
  base: Base
  isTyped: boolean
  onSaved: () => void
  /** The next save is made on what they left. */
  onStale: (now: Base) => void
}

/**
 * Saves the metadata in place, and follows the newest version when another becomes it. Whatever the server says
 * against it, the text stays as it was typed.
 */
export function useEdit({ solution, base, isTyped, onSaved, onStale }: EditOptions) {
  const { id, name } = solution
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const queries = useQueryClient()
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [theirs, setTheirs] = useState<Theirs>()
  const [gone, setGone] = useState<string>()
  const newest = solution.versions[0]?.version_num
  const followNewest = useEffectEvent(async () => {
    const now = await newestOf(solution)
    const sentence =
      now.version_num > base.version_num
        ? `${formatVersion(now.version_num)} was registered in the meantime.`
        : `${formatVersion(base.version_num)} was deleted in the meantime.`
    if (isTyped) setTheirs({ sentence, before: base, now })
    onStale(now)
  })
  useEffect(() => {
    // Where it cannot be read, a save says what changed.
    if (newest !== undefined && newest !== base.version_num) followNewest().catch(() => {})
  }, [newest, base.version_num])

  async function save(metadata: Metadata) {
    setBusy(true)
    await call(editSolution, {
      params: { id },
      body: { metadata_json: metadata, revision: base.revision },
      place: () => true,
    })
    void queries.invalidateQueries()
    await showAlert('success', outcomes.edit.done)
    onSaved()
  }

  /** Nothing can be saved from here on. */
  async function sayGone() {
    const sentence = `${name} was deleted in the meantime.`
    setGone(sentence)
    await showAlert('error', sentence, 'Nothing was saved. Copy your text: it stays here until you leave.')
  }

  async function say(error: unknown) {
    if (error instanceof ApiError && error.status === 404) return sayGone()
    const current = recordNow<Solution>(error)
    if (current) {
      const now = await newestOf(current)
      setTheirs({ sentence: sentenceFor(error), before: base, now })
      onStale(now)
    } else if (error instanceof ApiError && error.status === 409) {
      // Somebody began to use the version: read again, it says so, and a new version is offered.
      void queries.invalidateQueries({ queryKey: [readVersion.id] })
    }
    await showFailure(outcomes.edit.failed, error)
  }

  async function newestOf(solution: Solution): Promise<Base> {
    const n = solution.versions[0]?.version_num ?? base.version_num
    const version = await queries.fetchQuery({ ...q(readVersion, { params: { id, n } }), staleTime: 0 })
    queries.setQueryData(q(readSolution, { params: { id } }).queryKey, solution)
    return baseOf(solution, version)
  }

  async function submit(metadata: Metadata, detail: ReactNode) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      if (await confirm('edit', detail)) await save(metadata).catch(say)
    } catch (error) {
      await showFailure(outcomes.edit.failed, error)
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { submit, isBusy, theirs, gone, sayGone }
}
