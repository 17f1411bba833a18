import { limits, messages } from '@podium/contract/rules.ts'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { sentenceFor } from '../api/api-error.ts'
import { ActionField } from '../ui/form/text-field.tsx'
import type { Fields, FieldValues } from '../ui/form/use-fields.ts'

/** Longer than between two keys of one who types. */
const TYPING_MS = 300

interface Verdict {
  is: 'free' | 'bad' | 'unknown'
  message: string
}

export interface NameCheck {
  /** What was found out about the name; undefined for one that was not asked about. */
  verdictOf: (name: string) => Verdict | undefined
  isChecking: boolean
  check: (name: string) => Promise<void>
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
    },
  }
}

interface TypedName<Data, Key extends readonly unknown[]> {
  /** what is typed in the field */
  name: string
  /** The name that the record has already: it is free for itself. */
  own?: string | undefined
  /** What asks the server about a name, and whether the answer says that it is taken. */
  query: (name: string) => UseQueryOptions<Data, Error, Data, Key>
  isTaken: (data: Data, name: string) => boolean
}

/**
 * Asks the server whether a name is free while it is typed: once the keys rest, and once more by the button. Nothing is
 * asked for an empty name or one that is too long.
 */
export function useTypedNameCheck<Data, Key extends readonly unknown[]>({
  name,
  own,
  query,
  isTaken,
}: TypedName<Data, Key>): NameCheck {
  const typed = useSettled(name.trim())
  const isOwn = own !== undefined && isSameName(typed, own)
  const isAsked = !isOwn && typed !== '' && typed.length <= limits.name
  const { data, error, isFetching, isFetched, refetch } = useQuery({
    ...query(typed),
    enabled: isAsked,
    retry: false,
  })

  function verdict(): Verdict | undefined {
    if (isOwn) return isFetched ? { is: 'free', message: messages.name_available } : undefined
    if (!isAsked) return undefined
    if (error) return { is: 'unknown', message: sentenceFor(error) }
    if (data === undefined) return undefined
    return isTaken(data, typed)
      ? { is: 'bad', message: messages.name_taken }
      : { is: 'free', message: messages.name_available }
  }

  return {
    verdictOf: (asked) => (asked === typed && !isFetching ? verdict() : undefined),
    isChecking: isFetching,
    async check() {
      if (isAsked || isOwn) await refetch()
    },
  }
}

/** Names that differ in capitals alone are the same. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The text once nothing was typed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
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
  const verdict = nameCheck.verdictOf(typed)
  const isFree = verdict?.is === 'free'

  function check() {
    // A message that asks for this check has had its answer.
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
      error={form.errors[name] ?? (isFree ? undefined : verdict?.message)}
      good={isFree ? verdict.message : undefined}
    />
  )
}
