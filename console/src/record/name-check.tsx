import { messages } from '@podium/contract/rules.ts'
import { type ComponentProps, useState } from 'react'
import { sentenceFor } from '../api/api-error.ts'
import { ActionField } from '../ui/form/action-field.tsx'
import type { Fields, FieldValues } from '../ui/form/use-fields.ts'

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
