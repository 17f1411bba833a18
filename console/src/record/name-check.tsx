import { limits, messages } from '@podium/contract/rules/rules.ts'
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { sentenceFor } from '../api/api-error.ts'
import { ActionField } from '../ui/form/text-field.tsx'
import type { Fields, FieldValues } from '../ui/form/use-fields.ts'
import { useSettled } from './use-settled.ts'

interface Verdict {
  is: 'free' | 'bad' | 'unknown'
  message: string
}

export interface NameCheck {
  /** What was found out about the name; undefined for one that was not asked about. */
  verdictOf: (name: string) => Verdict | undefined
  isChecking: boolean
  /** Asks about the name, and answers what was found out; nothing for a name that is not asked about. */
  check: (name: string) => Promise<Verdict | undefined>
}

/**
 * Asks the server whether a name is free. A verdict is of one name: it goes when another is typed. Nothing is asked for
 * an empty name or an impossible one.
 * @param problemOf what is wrong with a name before it is asked about
 */
export function useNameCheck(
  isTaken: (name: string) => Promise<boolean>,
  problemOf: (name: string) => string | null | undefined,
): NameCheck {
  const [found, setFound] = useState<{ name: string; verdict: Verdict }>()
  const [asked, setAsked] = useState<string>()

  async function ask(name: string): Promise<Verdict> {
    const problem = problemOf(name)
    if (problem) return { is: 'bad', message: problem }
    try {
      return (await isTaken(name))
        ? { is: 'bad', message: messages.id_duplicate }
        : { is: 'free', message: messages.id_available }
    } catch (error) {
      return { is: 'unknown', message: sentenceFor(error) }
    }
  }

  return {
    verdictOf: (name) => (found?.name === name ? found.verdict : undefined),
    isChecking: asked !== undefined,
    async check(name) {
      if (name === '') return
      setAsked(name)
      const verdict = await ask(name)
      setFound({ name, verdict })
      setAsked((latest) => (latest === name ? undefined : latest))
      return verdict
    },
  }
}

interface TypedName<Data, Key extends readonly unknown[]> {
  /** what is typed in the field; '' where nothing is to be asked */
  name: string
  /** The name that the record has already: it is free for itself. */
  own?: string | undefined
  /** What asks the server about a name, and whether the answer says that it is taken. */
  query: (name: string) => UseQueryOptions<Data, Error, Data, Key>
  isTaken: (data: Data, name: string) => boolean
}

/**
 * Asks the server whether a name is free while it is typed: once the keys rest, and once more by the button. Nothing is
 * asked for an empty name, for one that is too long, or where the query is not enabled.
 * @returns with the check, what the server last answered about the name
 */
export function useTypedNameCheck<Data, Key extends readonly unknown[]>({
  name,
  own,
  query,
  isTaken,
}: TypedName<Data, Key>): NameCheck & { answer: Data | undefined } {
  const queries = useQueryClient()
  const typed = useSettled(name.trim())
  const isOwn = (asked: string) => own !== undefined && isSameName(asked, own)
  const isAsked = (asked: string) =>
    !isOwn(asked) && asked !== '' && asked.length <= limits.name && query(asked).enabled !== false
  const { data, error, isFetching, isFetched } = useQuery({
    ...query(typed),
    enabled: isAsked(typed),
    retry: false,
  })

  function verdict(asked: string, answer: Data | undefined, failure: unknown): Verdict | undefined {
    const free: Verdict = { is: 'free', message: messages.name_available }
    if (isOwn(asked)) return free
    if (failure) return { is: 'unknown', message: sentenceFor(failure) }
    if (answer === undefined) return undefined
    return isTaken(answer, asked) ? { is: 'bad', message: messages.name_taken } : free
  }

  return {
    answer: data,
    verdictOf: (asked) =>
      asked.trim() === typed && isFetched && !isFetching ? verdict(typed, data, error) : undefined,
    isChecking: isFetching,
    async check(sent) {
      const asked = sent.trim()
      if (!isAsked(asked) && !isOwn(asked)) return undefined
      return queries.fetchQuery({ ...query(asked), retry: false, staleTime: 0 }).then(
        (answer) => verdict(asked, answer, null),
        (failure) => verdict(asked, undefined, failure),
      )
    },
  }
}

/** Names that differ in capitals alone are the same. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The message of a field whose name has that verdict; what else is wrong with it comes first. */
export function verdictTexts(verdict: Verdict | undefined, problem: string | undefined) {
  const isFree = verdict?.is === 'free'
  return {
    error: problem ?? (isFree ? undefined : verdict?.message),
    good: isFree ? verdict.message : undefined,
  }
}

interface NameFieldProps<Values extends FieldValues>
  extends Omit<ComponentProps<typeof ActionField>, 'action' | 'onAction' | 'form' | 'name'> {
  nameCheck: NameCheck
  form: Pick<Fields<Values>, 'values' | 'errors' | 'field' | 'fill'>
  /** the field of the name */
  name: keyof Values & string
}

/** The field of a name with its button that asks whether it is free. */
export function NameField<Values extends FieldValues>(props: NameFieldProps<Values>) {
  const { nameCheck, form, name, ...field } = props
  const typed = String(form.values[name] ?? '').trim()

  function check() {
    // The check answers a message that asked for it.
    form.fill({ [name]: form.values[name] } as Partial<Values>)
    void nameCheck.check(typed)
  }

  return (
    <ActionField
      {...form.field(name)}
      {...field}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      action="Check Duplicate"
      onAction={check}
      checking={nameCheck.isChecking}
      {...verdictTexts(nameCheck.verdictOf(typed), form.errors[name])}
    />
  )
}
