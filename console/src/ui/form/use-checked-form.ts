import { useRef, useState } from 'react'
import { useJudge } from './use-judge.ts'

type Messages<Field extends string> = Partial<Record<Field, string>>

/**
 * A small form: its values, one message per field, the first bad field focused at a try to save, and a message
 * gone as soon as its field is edited. A field is judged shortly after a key in it, and when it is left.
 * @param problemsOf what is wrong with values, as far as they say it themselves
 */
export function useCheckedForm<Values extends Record<Field, string>, Field extends string & keyof Values>(
  first: Values,
  order: readonly Field[],
  problemsOf: (values: Values) => Messages<Field>,
) {
  const [values, setValues] = useState(first)
  const [shown, setShown] = useState<Messages<Field>>({})
  /** the fields that are judged as they stand */
  const [judged, setJudged] = useState<readonly Field[]>([])
  const judgeSoon = useJudge((fields: readonly Field[]) =>
    setJudged((before) => [...new Set([...before, ...fields])]),
  )
  const inputs = useRef(new Map<Field, HTMLElement>())
  const problems: Messages<Field> = judged.length === 0 ? {} : problemsOf(values)
  const found = judged.flatMap((field) => (problems[field] === undefined ? [] : [[field, problems[field]]]))
  const errors: Messages<Field> = { ...(Object.fromEntries(found) as Messages<Field>), ...shown }

  /** Puts values into the form that no key put there: their messages go, and they are not judged. */
  function fill(part: Partial<Values>) {
    const edited = Object.keys(part)
    setValues((before) => ({ ...before, ...part }))
    setJudged((before) => before.filter((field) => !edited.includes(field)))
    setShown((before) => {
      const rest = Object.entries(before).filter(([field]) => !edited.includes(field))
      return Object.fromEntries(rest) as Messages<Field>
    })
  }

  function change(part: Partial<Values>) {
    fill(part)
    judgeSoon(order.filter((field) => Object.hasOwn(part, field)))
  }

  /** Shows the messages and focuses the first bad field; whether there was none. */
  function show(problems: Messages<Field>): boolean {
    setShown(problems)
    const bad = order.find((field) => problems[field] !== undefined)
    if (bad) inputs.current.get(bad)?.focus()
    return bad === undefined
  }

  function refOf(field: Field) {
    return (input: HTMLElement | null) => {
      if (!input) return
      const judge = () => judgeSoon([field])
      inputs.current.set(field, input)
      input.addEventListener('blur', judge)
      return () => {
        inputs.current.delete(field)
        input.removeEventListener('blur', judge)
      }
    }
  }

  return { values, errors, change, fill, show, refOf }
}
