import { outcomes } from '@podium/contract/rules/rules.ts'
import { type ReactNode, useState } from 'react'
import { ApiError, fieldMessages, recordNow, sentenceFor } from '../api/api-error.ts'
import { useFailure } from '../api/use-failure.ts'
import { useLeaveGuard } from '../navigation/use-leave-guard.ts'
import { useRepeat, useSavedForm, useSavedValues } from '../session/use-saved-form.ts'
import type { ConfirmMode } from '../ui/dialog/use-confirm.ts'
import { type Change, ChangeList } from '../ui/form/change-list.tsx'
import { type FieldValues, type Messages, useFields } from '../ui/form/use-fields.ts'
import { type Message, type Send, useChange } from './use-change.ts'

/** What a save is based on: the values that nothing was typed into yet, and the revision of their record. */
export interface Base<Values> {
  values: Values
  revision: number
}

type Save<Values, Reply> = (values: Values, base: Base<Values>, send: Send) => Promise<Reply>

interface EditedRecord {
  revision: number
  updated_at: string
}

export interface RecordFormOptions<Values extends FieldValues, Reply, Stored extends EditedRecord = never> {
  /** The name under which the typed values survive a lost session. */
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
  question?: (values: Values, changes: readonly Change[]) => ReactNode
  mode: ConfirmMode & keyof typeof outcomes
  save: Save<Values, Reply>
  /** A second way to save, as a draft: it may lack something, and nothing is asked. */
  draft?: { problems: (values: Values) => Messages<Values>; save: Save<Values, Reply> } | undefined
  /** The messages of a refusal by field, where they are others than those of a 422 by name. */
  refusalByField?: (error: ApiError, values: Values) => Messages<Values> | undefined
  /** Whether an alert tells a refusal before it is shown on its fields. */
  alertsRefusal?: (error: ApiError) => boolean
  /** What survives a lost session in place of the values, such as all but the passwords; false for nothing. */
  valuesToRestore?: ((values: Values) => Values) | false
  /** What is offered again after a lost session: 'Create workspace quality'; without it, nothing is. */
  repeat?: (values: Values) => string
  tell?: (reply: Reply) => Message | undefined
  /** When the record, or what it is made on, is there no longer; what was typed stays. */
  onGone?: () => void
  /** Where the form is not all that its page shows: whether it is still open with that search of the address. */
  isWithin?: (search: Record<string, unknown>) => boolean
  /** When the person has read of the success: the moment to leave the page. Without it the form begins anew. */
  onSaved?: (reply: Reply, values: Values) => unknown
}

export type RecordFormState = Pick<
  ReturnType<typeof useRecordForm<FieldValues, unknown>>,
  'frame' | 'isBusy' | 'disabledReason' | 'stale' | 'submit'
> & { errors: object }

/**
 * The one way to edit a record. Judges its fields, asks before leaving, keeps what is typed over a lost session, asks
 * before the save, puts refusals on the fields they belong to, and takes over what another person has saved since the form opened:
 * the fields that were not touched here take their values, and the next save is made on their record.
 */
export function useRecordForm<Values extends FieldValues, Reply, Stored extends EditedRecord = never>(
  options: RecordFormOptions<Values, Reply, Stored>,
) {
  const { name, values: current, record, mode, problems, check, changes, question, onSaved } = options
  const showFailure = useFailure()
  const [base, setBase] = useState<Base<Values>>({ values: current, revision: record?.revision ?? 0 })
  const [stale, setStale] = useState<{ sentence: string; at: string; changes: readonly Change[] }>()
  const fields = useFields(base.values, (typed) => problems(typed, base.values), useSavedValues<Values>(name))
  const { values, isTyped, show } = fields
  const changed = changes?.(base.values, values)
  const isChanged = changed ? changed.length > 0 : isTyped
  const { valuesToRestore = (typed: Values) => typed } = options
  useSavedForm(name, isTyped && valuesToRestore ? valuesToRestore(values) : undefined)
  const leaveFreely = useLeaveGuard(isTyped, 'What you typed is not saved.', options.isWithin)
  const [isDraft, setDraft] = useState(false)

  function messagesByField(error: unknown): Messages<Values> | undefined {
    if (!(error instanceof ApiError)) return undefined
    return options.refusalByField?.(error, values) ?? messagesOf(error, values)
  }

  const wayOf = (asDraft: boolean) => (asDraft && options.draft) || options
  const outcomeOf = (asDraft: boolean) => outcomes[asDraft ? 'save' : mode]

  const { change, isBusy } = useChange<{ typed: Values; asDraft: boolean }, Reply>({
    confirm: async ({ typed, asDraft }, send) => {
      setDraft(asDraft)
      const asked = (await check?.(typed, send)) ?? {}
      const found = Object.entries(wayOf(asDraft).problems(typed, base.values)).filter(
        ([, message]) => message !== undefined,
      )
      if (!show({ ...asked, ...(Object.fromEntries(found) as Messages<Values>) })) return null
      return {
        mode,
        detail: question
          ? question(typed, changed ?? [])
          : changed && <ChangeList stacked changes={changed} />,
      }
    },
    change: ({ typed, asDraft }, send) =>
      wayOf(asDraft).save(typed, { ...base, revision: revisionNow() }, send),
    failed: ({ asDraft }) => outcomeOf(asDraft).failed,
    tell: (reply, { asDraft }) =>
      options.tell ? options.tell(reply) : { alert: 'success', text: outcomeOf(asDraft).done },
    isShownOnField: (error) => messagesByField(error) !== undefined,
    async onRefused(error) {
      const theirs = recordNow<Stored>(error)
      const messages = messagesByField(error)
      if (theirs && record) takeOver(theirs, sentenceFor(error))
      else if (messages) {
        if (error instanceof ApiError && options.alertsRefusal?.(error))
          await showFailure(outcomes[mode].failed, error)
        show(messages)
      } else if (options.onGone && error instanceof ApiError && error.status === 404) options.onGone()
      else return false
      return true
    },
    onTold(reply, { typed }) {
      if (!onSaved) return fields.fill(base.values)
      leaveFreely()
      return onSaved(reply, typed)
    },
  })
  function submit(isAgreed = false) {
    return change({ typed: values, asDraft: false }, isAgreed)
  }
  // A draft and a whole save are told apart by the question.
  useRepeat(name, options.repeat?.(values), () => submit(options.draft === undefined))

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
    revision: revisionNow(),
    isBusy: isBusy && !isDraft,
    isSavingDraft: isBusy && isDraft,
    stale,
    disabledReason: isChanged || !record ? undefined : 'Nothing is changed.',
    submit,
    saveDraft: () => change({ typed: values, asDraft: true }, true),
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
