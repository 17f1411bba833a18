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
  /** Returns the verdict on the name; undefined if it was not checked. */
  verdictOf: (name: string) => Verdict | undefined
  isChecking: boolean
  /** Checks the name and returns the verdict; undefined for a name that is not checked. */
  check: (name: string) => Promise<Verdict | undefined>
}

/**
 * Checks with the server whether a name is free. A verdict is dropped when another name is typed. Empty and
 * impossible names are not checked.
 * @param problemOf returns why a name is impossible
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
  /** the typed name; '' checks nothing */
  name: string
  /** the record's present name, which is free for itself */
  own?: string | undefined
  /** the query that checks a name; `isTaken` reads its result */
  query: (name: string) => UseQueryOptions<Data, Error, Data, Key>
  isTaken: (data: Data, name: string) => boolean
}

/**
 * Checks with the server whether a name is free: once typing pauses, and again by the button. An empty or too long
 * name is not checked, nor one whose query is disabled.
 * @returns the check, and the server's last answer about the name
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

/** True if the names differ at most in upper and lower case. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The messages of a field whose name has that verdict. Other problems come first. */
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
  /** the name of the field */
  name: keyof Values & string
}

/** A name's field with a button that checks whether it is free. */
export function NameField<Values extends FieldValues>(props: NameFieldProps<Values>) {
  const { nameCheck, form, name, ...field } = props
  const typed = String(form.values[name] ?? '').trim()

  function check() {
    // Removes a message that asked for the check.
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
