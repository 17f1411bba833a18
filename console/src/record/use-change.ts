import { outcomes } from '@podium/contract/rules/rules.ts'
import type { ArgumentsOf, MaybeLeftOut, ReplyOf } from '@podium/contract/wire/call.ts'
import type { RecordKind, Route } from '@podium/contract/wire/route.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { useFailure } from '../api/use-failure.ts'
import { type ConfirmMode, useConfirm } from '../ui/dialog/use-confirm.ts'
import { type SnackbarOptions, useSnackbar } from '../ui/feedback/snackbar.tsx'
import { useAlert } from '../ui/use-alert.ts'

const callWith = call as (route: Route, args: object) => Promise<unknown>

/** Makes a call of the contract. The records that its route touches are read again afterwards. */
export type Send = <R extends Route>(route: R, ...args: MaybeLeftOut<ArgumentsOf<R>>) => Promise<ReplyOf<R>>

export interface Question {
  mode: ConfirmMode
  detail?: ReactNode
  /** why the person cannot agree now, shown at the button */
  disabledReason?: string | undefined
  /** the button's label, if that of the mode would say too little */
  yes?: string
  /** the question, if that of the mode would say too little: 'Stop line-3-12?' */
  prompt?: string
}

type Asked = Question | 'agreed' | null

/** The message about a completed change: a dialog that waits for OK, or a snackbar. */
export type Message =
  | { alert: 'success' | 'error'; text: string; detail?: ReactNode }
  | { snackbar: string; options?: SnackbarOptions }

export interface ChangeOptions<Input, Reply> {
  /** The kind of change, which sets the messages of success and failure unless they are given. */
  outcome?: keyof typeof outcomes
  /**
   * Returns the question; null drops the change, 'agreed' makes it without one. It may ask the server, for
   * example what a deletion removes.
   */
  confirm?: (input: Input, send: Send) => Asked | Promise<Asked>
  /** Makes the change with `send`. */
  change: (input: Input, send: Send) => Promise<Reply>
  /** The message of a success; undefined for none. By default, an alert with the outcome's words. */
  tell?: (reply: Reply, input: Input) => Message | undefined
  /** The message of a failure, before its reason. */
  failed?: string | ((input: Input, error: unknown) => string)
  /** True if a 422 belongs to fields of the form, so that no alert reports it. */
  isShownOnField?: (error: ApiError) => boolean
  /** Handles a refusal; true if it needs no other report. */
  onRefused?: (error: unknown, input: Input) => boolean | Promise<boolean>
  /** Called right after the change, before anything is read again: the moment to leave a deleted record's page. */
  onDone?: (reply: Reply, input: Input) => unknown
  /** Called when the person has read the message. */
  onReported?: (reply: Reply, input: Input) => unknown
}

/**
 * Makes a change: asks, calls, reads again what the called routes touch, and reports the outcome. While a change is
 * in progress, from its question to its last message, further ones are ignored.
 * @returns `change`, which resolves to true if it was made, and `isBusy` while the server works on it
 */
export function useChange<Input = void, Reply = unknown>(options: ChangeOptions<Input, Reply>) {
  const { outcome, confirm: question, change, isShownOnField, onRefused, onDone, onReported } = options
  const queries = useQueryClient()
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const { showSnackbar } = useSnackbar()
  const isUnderWay = useRef(false)
  const touched = useRef(new Set<RecordKind>())
  /** An unanswered call. Repeated by the same screen, it has the same key. */
  const unanswered = useRef<{ of: string; key: string | undefined }>(undefined)
  const { mutateAsync, isPending, reset } = useMutation({
    mutationFn: (input: Input) => change(input, send),
    networkMode: 'always',
    // The request and the reply may contain a password or a token.
    gcTime: 0,
  })

  const send = (async (route: Route, args: object) => {
    for (const kind of route.touches ?? []) touched.current.add(kind)
    const of = JSON.stringify([route.id, args])
    const idempotencyKey = unanswered.current?.of === of ? unanswered.current.key : undefined
    unanswered.current = undefined
    try {
      return await callWith(route, {
        ...args,
        idempotencyKey,
        ...(isShownOnField && { showOnField: isShownOnField }),
      })
    } catch (error) {
      if (error instanceof ApiError && error.outcomeUnknown)
        unanswered.current = { of, key: error.idempotencyKey }
      throw error
    }
  }) as Send

  async function agreed(input: Input, isAgreed: boolean): Promise<boolean> {
    if (!question) return true
    const answer = await question(input, send)
    if (!answer || answer === 'agreed' || isAgreed) return answer !== null
    return confirm(answer.mode, answer.detail, answer.disabledReason, answer.yes, answer.prompt)
  }

  async function tell(reply: Reply, input: Input) {
    const done: Message | undefined = outcome && { alert: 'success', text: outcomes[outcome].done }
    const message = options.tell ? options.tell(reply, input) : done
    if (!message) return
    if ('snackbar' in message) showSnackbar(message.snackbar, message.options)
    else await showAlert(message.alert, message.text, message.detail)
  }

  async function tellFailure(error: unknown, input: Input) {
    if (await onRefused?.(error, input)) return
    const { failed = outcome ? outcomes[outcome].failed : '' } = options
    await showFailure(typeof failed === 'string' ? failed : failed(input, error), error)
  }

  async function carryOut(input: Input): Promise<boolean> {
    touched.current.clear()
    let reply: Reply
    try {
      reply = await mutateAsync(input)
    } catch (error) {
      // The change may have been made in part, or its response was lost.
      void readAgain(queries, touched.current)
      await tellFailure(error, input)
      return false
    } finally {
      reset()
    }
    await onDone?.(reply, input)
    void readAgain(queries, touched.current)
    await tell(reply, input)
    await onReported?.(reply, input)
    return true
  }

  return {
    isBusy: isPending,
    /** @param isAgreed true if the question was answered before */
    async change(input: Input, isAgreed = false): Promise<boolean> {
      if (isUnderWay.current) return false
      isUnderWay.current = true
      try {
        return (await agreed(input, isAgreed)) && (await carryOut(input))
      } catch (error) {
        await tellFailure(error, input)
        return false
      } finally {
        isUnderWay.current = false
      }
    },
  }
}

/** Refetches what is on the screen and made of records of these kinds; other queries are refetched when shown. */
export function readAgain(queries: QueryClient, kinds: Iterable<RecordKind>): Promise<void> {
  // Every change writes an audit event.
  const touched = new Set<RecordKind>([...kinds, 'audit'])
  return queries.invalidateQueries({
    predicate: ({ meta }) => meta?.reads?.some((kind) => touched.has(kind)) ?? false,
  })
}
