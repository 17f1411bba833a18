import type { outcomes } from '@podium/contract/rules.ts'
import { type ReactNode, useState } from 'react'
import { ApiError, fieldMessages, recordNow, sentenceFor } from '../api/api-error.ts'
import { useLeaveGuard } from '../navigation/use-leave-guard.ts'
import { useKeptForm, useKeptValues, useRepeat } from '../session/use-kept-form.ts'
import type { ConfirmMode } from '../ui/dialog/confirm-modes.ts'
import { type Change, ChangeList } from '../ui/form/change-list.tsx'
import { type FieldValues, type Messages, useFields } from '../ui/form/use-fields.ts'
import { type Message, type Send, useChange } from './use-change.ts'

/** What a save is based on: the values that nothing was typed into yet, and the revision of their record. */
export interface Base<Values> {
  values: Values
  revision: number
}

interface EditedRecord {
  revision: number
  updated_at: string
}

export interface RecordFormOptions<Values extends FieldValues, Reply, Stored extends EditedRecord = never> {
  /** Under this name what is typed is kept over a lost session. */
  name: string
  /** The values of the record as it is now, or empty ones. The form opens with them and keeps those it opened with. */
  values: Values
  /** Of an edit: the revision of that record, and how a record is shown as values. */
  record?: { revision: number; valuesOf: (stored: Stored) => Values }
  /** What is wrong with the values, by field: asked after a key, when a field is left, and before a save. */
  problems: (values: Values, before: Values) => Messages<Values>
  /** What else has to hold at a save, such as a checked name, by field; it may ask the server. */
  check?: (values: Values, send: Send) => Promise<Messages<Values>>
  /** What would be saved, in words: told in the question, and a save without any has nothing to do. */
  changes?: (before: Values, values: Values) => readonly Change[]
  /** What the question says instead of the changes. */
  question?: (values: Values) => ReactNode
  mode: ConfirmMode & keyof typeof outcomes
  save: (values: Values, base: Base<Values>, send: Send) => Promise<Reply>
  /** The messages of a refusal by field, where they are others than those of a 422 by name. */
  placeRefusal?: (error: ApiError) => Messages<Values> | undefined
  /** What is kept over a lost session instead of the values: without passwords, say. */
  kept?: (values: Values) => Values
  /** What is offered again after a lost session: 'Create workspace quality'. */
  repeat?: (values: Values) => string
  tell?: (reply: Reply) => Message | undefined
  /** When the person has read of the success: the moment to leave the page. Without it the form begins anew. */
  onSaved?: (reply: Reply, values: Values) => unknown
}

export type RecordFormState = Pick<
  ReturnType<typeof useRecordForm<FieldValues, unknown>>,
  'isBusy' | 'disabledReason' | 'stale' | 'submit'
> & { errors: object }

/**
 * The one way to edit a record. Judges its fields, asks before leaving, keeps what is typed over a lost session, asks
 * before the save, puts refusals on the fields they belong to, and takes over what another person has saved meanwhile:
 * the fields that were not touched here take their values, and the next save is made on their record.
 */
export function useRecordForm<Values extends FieldValues, Reply, Stored extends EditedRecord = never>(
  options: RecordFormOptions<Values, Reply, Stored>,
) {
  const { name, values: current, record, mode, problems, check, changes, question, save, onSaved } = options
  const [base, setBase] = useState<Base<Values>>({ values: current, revision: record?.revision ?? 0 })
  const [stale, setStale] = useState<{ sentence: string; at: string; changes: readonly Change[] }>()
  const fields = useFields(base.values, (typed) => problems(typed, base.values), useKeptValues<Values>(name))
  const { values, isTyped, show } = fields
  const changed = changes?.(base.values, values)
  const isChanged = changed ? changed.length > 0 : isTyped
  useKeptForm(name, isTyped ? (options.kept?.(values) ?? values) : undefined)
  const leaveFreely = useLeaveGuard(isTyped, 'What you typed is not saved.')

  function placed(error: unknown): Messages<Values> | undefined {
    if (!(error instanceof ApiError)) return undefined
    return options.placeRefusal?.(error) ?? messagesOf(error, values)
  }

  const { change, isBusy } = useChange<Values, Reply>({
    outcome: mode,
    confirm: async (typed, send) => {
      const asked = (await check?.(typed, send)) ?? {}
      const found = Object.entries(problems(typed, base.values)).filter(
        ([, message]) => message !== undefined,
      )
      if (!show({ ...asked, ...(Object.fromEntries(found) as Messages<Values>) })) return null
      return {
        mode,
        detail: question ? question(typed) : changed && <ChangeList stacked changes={changed} />,
      }
    },
    change: (typed, send) => save(typed, { ...base, revision: revisionNow() }, send),
    isPlaced: (error) => placed(error) !== undefined,
    ...(options.tell && { tell: options.tell }),
    onRefused(error) {
      const theirs = recordNow<Stored>(error)
      const messages = placed(error)
      if (theirs && record) takeOver(theirs, sentenceFor(error))
      else if (messages) show(messages)
      else return false
      return true
    },
    onTold(reply, typed) {
      if (!onSaved) return fields.fill(base.values)
      leaveFreely()
      return onSaved(reply, typed)
    },
  })
  const submit = (isAgreed = false) => change(values, isAgreed)
  useRepeat(name, options.repeat?.(values) ?? name, () => submit(true))

  /** A change that counts the revision up and touches nothing of the form, such as an unlock, makes no edit stale. */
  function revisionNow(): number {
    const isSame = JSON.stringify(current) === JSON.stringify(base.values)
    return isSame && record ? record.revision : base.revision
  }

  function takeOver(theirs: Stored, sentence: string) {
    const now = record?.valuesOf(theirs) ?? base.values
    setStale({ sentence, at: theirs.updated_at, changes: changes?.(base.values, now) ?? [] })
    fields.rebase(now)
    setBase({ values: now, revision: theirs.revision })
  }

  return {
    ...fields,
    before: base.values,
    isBusy,
    stale,
    disabledReason: isChanged || !record ? undefined : 'Nothing is changed.',
    submit,
    leaveFreely,
  }
}

/** The messages of a 422 by field; undefined where one of them belongs to no field here. */
function messagesOf<Values extends FieldValues>(
  error: ApiError,
  values: Values,
): Messages<Values> | undefined {
  const found = fieldMessages(error)
  const names = Object.keys(found)
  if (names.length === 0 || names.some((field) => !Object.hasOwn(values, field))) return undefined
  return found as Messages<Values>
}
