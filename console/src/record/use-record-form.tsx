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

/** The base of a save: the values before any typing, and the revision of their record. */
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
  /** The key under which typed values survive a lost session. */
  name: string
  /** The values of the record, or empty ones. The form opens with them and keeps those. */
  values: Values
  /** For an edit: the record's revision, and how a record is converted to values. */
  record?: { revision: number; valuesOf: (stored: Stored) => Values }
  /** Returns the problems of the values, by field: called after a key, when a field is left, and before a save. */
  problems: (values: Values, before: Values) => Messages<Values>
  /** Returns further problems at a save, by field, such as an unchecked name; may ask the server. */
  check?: (values: Values, send: Send) => Promise<Messages<Values>>
  /** Returns what would be saved, in words, for the question. Without a change, a save does nothing. */
  changes?: (before: Values, values: Values) => readonly Change[]
  /** The question's text in place of the changes. */
  question?: (values: Values, changes: readonly Change[]) => ReactNode
  mode: ConfirmMode & keyof typeof outcomes
  save: Save<Values, Reply>
  /** A second way to save, as a draft: it may be incomplete and asks no question. */
  draft?: { problems: (values: Values) => Messages<Values>; save: Save<Values, Reply> } | undefined
  /** Returns a refusal's messages by field, if they differ from those of a 422 by name. */
  refusalByField?: (error: ApiError, values: Values) => Messages<Values> | undefined
  /** True if an alert reports a refusal before its fields show it. */
  alertsRefusal?: (error: ApiError) => boolean
  /** The values that survive a lost session, such as all but passwords; false for none. */
  valuesToRestore?: ((values: Values) => Values) | false
  /** The action offered again after a lost session: 'Create workspace quality'; without it, none is. */
  repeat?: (values: Values) => string
  tell?: (reply: Reply) => Message | undefined
  /** Called when the record, or its base, was deleted; typed text is kept. */
  onGone?: () => void
  /** True if the form is still open with that search, for a page that shows more than the form. */
  isWithin?: (search: Record<string, unknown>) => boolean
  /** Called when the person has read the success message, to leave the page. By default the form restarts. */
  onSaved?: (reply: Reply, values: Values) => unknown
}

export type RecordFormState = Pick<
  ReturnType<typeof useRecordForm<FieldValues, unknown>>,
  'frame' | 'isBusy' | 'disabledReason' | 'stale' | 'submit'
> & { errors: object }

/**
 * Edits a record. Validates the fields, asks before leaving, keeps typed values when the session is lost, asks before
 * the save, and shows refusals at their fields. If another person has saved since the form opened, untouched fields
 * take their values, and the next save is based on their record.
 */
export function useRecordForm<Values extends FieldValues, Reply, Stored extends EditedRecord = never>(
  options: RecordFormOptions<Values, Reply, Stored>,
) {
  const { name, values: current, record, mode, problems, check, changes, question, onSaved } = options
  const showFailure = useFailure()
  const [base, setBase] = useState<Base<Values>>({ values: current, revision: record?.revision ?? 0 })
  const [stale, setStale] = useState<{ sentence: string; at: string; changes: readonly Change[] }>()
  const saved = useSavedValues<Values>(name)
  const fields = useFields(base.values, (typed) => problems(typed, base.values), saved)
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

  const modeOf = (asDraft: boolean) => (asDraft && options.draft) || options
  const outcomeOf = (asDraft: boolean) => outcomes[asDraft ? 'save' : mode]

  const { change, isBusy } = useChange<{ typed: Values; asDraft: boolean }, Reply>({
    confirm: async ({ typed, asDraft }, send) => {
      setDraft(asDraft)
      const answers = (await check?.(typed, send)) ?? {}
      const found = Object.entries(modeOf(asDraft).problems(typed, base.values)).filter(
        ([, message]) => message !== undefined,
      )
      if (!show({ ...answers, ...(Object.fromEntries(found) as Messages<Values>) })) return null
      return {
        mode,
        detail: question
          ? question(typed, changed ?? [])
          : changed && <ChangeList stacked changes={changed} />,
      }
    },
    change: ({ typed, asDraft }, send) =>
      modeOf(asDraft).save(typed, { ...base, revision: revisionNow() }, send),
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
    onReported(reply, { typed }) {
      if (!onSaved) return fields.fill(base.values)
      leaveFreely()
      return onSaved(reply, typed)
    },
  })
  function submit(isAgreed = false) {
    return change({ typed: values, asDraft: false }, isAgreed)
  }
  // The question tells a draft from a whole save.
  useRepeat(name, options.repeat?.(saved ?? values), () => submit(options.draft === undefined))

  /** A change that raises the revision but no value of the form, such as an unlock, makes no edit stale. */
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

/** Returns the messages of a 422 by field; undefined if one belongs to no field here. */
function messagesOf<Values extends FieldValues>(
  error: ApiError,
  values: Values,
): Messages<Values> | undefined {
  const found = fieldMessages(error)
  const names = Object.keys(found)
  if (names.length === 0 || names.some((field) => !Object.hasOwn(values, field))) return undefined
  return found as Messages<Values>
}
