import { type RefCallback, useState } from 'react'
import { type DefaultValues, type Path, type PathValue, useForm } from 'react-hook-form'
import { useJudge } from './use-judge.ts'

/** The values of a form by field, in the order of the screen. */
export type FieldValues = Record<string, unknown>

/** One sentence for each field that is wrong. */
export type Messages<Values> = { [Field in keyof Values]?: string | undefined }

export type Fields<Values extends FieldValues> = ReturnType<typeof useFields<Values>>

/** What a text field, a select or a checkbox of the kit is spread with. */
export interface FieldBinding {
  name: string
  ref: RefCallback<HTMLElement>
  error: string | undefined
  onChange: (event: Changed) => void
  onBlur: (event: Changed) => void
}

interface Changed {
  target: unknown
  type?: string
}

/**
 * The fields of a form over react-hook-form: their values, one message for each, and the focus on the first wrong one
 * at a try to save. A field is judged shortly after a key in it and when it is left; its message goes when it is edited.
 * @param first the values it opens with
 * @param problemsOf what is wrong with values, as far as they say it themselves
 * @param typedBefore what had been typed when a session was lost; the form opens with it
 */
export function useFields<Values extends FieldValues>(
  first: Values,
  problemsOf: (values: Values) => Messages<Values>,
  typedBefore?: Values,
) {
  const [opening] = useState(typedBefore)
  const form = useForm<Values>({
    defaultValues: first as DefaultValues<Values>,
    ...(opening && { values: opening, resetOptions: { keepDefaultValues: true } }),
  })
  /** what was found at a try to save, until the field is edited */
  const [shown, setShown] = useState<Messages<Values>>({})
  /** the fields that are judged as they stand */
  const [judged, setJudged] = useState<readonly string[]>([])
  const judgeSoon = useJudge((fields: readonly string[]) =>
    setJudged((before) => [...new Set([...before, ...fields])]),
  )
  const values = form.watch()
  const order = Object.keys(first) as Path<Values>[]
  const problems = judged.length === 0 ? {} : problemsOf(values)
  const errors = withoutEmpty({ ...only(problems, judged), ...shown })

  function forget(fields: readonly string[]) {
    setJudged((before) => before.filter((field) => !fields.includes(field)))
    setShown((before) => except(before, fields))
  }

  /** Puts values into the form that no key put there: their messages go, and they are not judged. */
  function fill(part: Partial<Values>) {
    for (const [field, value] of Object.entries(part))
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    forget(Object.keys(part))
  }

  /** Puts values into the form as an edit of them does. */
  function change(part: Partial<Values>) {
    fill(part)
    judgeSoon(Object.keys(part))
  }

  /** Shows the messages and focuses the first wrong field; whether there was none. */
  function show(problems: Messages<Values>): boolean {
    setShown(problems)
    const wrong = order.find((field) => problems[field] !== undefined)
    if (wrong) form.setFocus(wrong)
    return wrong === undefined
  }

  /** Takes these values as those that nothing was typed into; what was typed over the earlier ones stays. */
  function rebase(now: Values) {
    const { defaultValues } = form.formState
    const typed = order.filter((field) => values[field] !== defaultValues?.[field])
    form.reset(now)
    fill(only(values, typed) as Partial<Values>)
  }

  return {
    values,
    errors,
    /** whether anything is other than it was at first */
    isTyped: form.formState.isDirty,
    fill,
    change,
    show,
    rebase,
    field(name: keyof Values & string): FieldBinding {
      const { onChange, onBlur, ref } = form.register(name as Path<Values>)
      return {
        name,
        ref,
        error: errors[name],
        onChange(event: Changed) {
          void onChange(event)
          forget([name])
          judgeSoon([name])
        },
        onBlur(event: Changed) {
          void onBlur(event)
          judgeSoon([name])
        },
      }
    },
  }
}

function only<Values extends object>(values: Values, fields: readonly string[]): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => fields.includes(field)),
  ) as Partial<Values>
}

function except<Values extends object>(values: Values, fields: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field))) as Values
}

function withoutEmpty<Values extends FieldValues>(messages: Messages<Values>): Messages<Values> {
  return Object.fromEntries(
    Object.entries(messages).filter(([, text]) => text !== undefined),
  ) as Messages<Values>
}
