import { useRef, useState } from 'react'

type Messages<Field extends string> = Partial<Record<Field, string>>

/**
 * A small form: its values, one message per field, the first bad field focused at a try to save, and a message
 * gone as soon as its field is edited.
 */
export function useCheckedForm<Values extends Record<Field, string>, Field extends string & keyof Values>(
  first: Values,
  order: readonly Field[],
) {
  const [values, setValues] = useState(first)
  const [errors, setErrors] = useState<Messages<Field>>({})
  const inputs = useRef(new Map<Field, HTMLElement>())

  function change(part: Partial<Values>) {
    setValues((before) => ({ ...before, ...part }))
    const edited = Object.keys(part)
    setErrors((before) => {
      const rest = Object.entries(before).filter(([field]) => !edited.includes(field))
      return Object.fromEntries(rest) as Messages<Field>
    })
  }

  /** Shows the messages and focuses the first bad field; whether there was none. */
  function show(problems: Messages<Field>): boolean {
    setErrors(problems)
    const bad = order.find((field) => problems[field] !== undefined)
    if (bad) inputs.current.get(bad)?.focus()
    return bad === undefined
  }

  function refOf(field: Field) {
    return (input: HTMLElement | null) => {
      if (input) inputs.current.set(field, input)
      else inputs.current.delete(field)
    }
  }

  return { values, errors, change, show, refOf }
}
