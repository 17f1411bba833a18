import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { sentenceFor } from '../../api/api-error.ts'
import { paths } from '../../navigation/paths.ts'
import { type Send, useChange } from '../../record/use-change.ts'
import { Button } from '../../ui/button/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { type Fields, type FieldValues, type Messages, useFields } from '../../ui/form/use-fields.ts'
import styles from './auth-layout.module.css'

interface EntryFormProps<Values extends FieldValues> {
  values: Values
  problems: (values: Values) => Messages<Values>
  save: (values: Values, send: Send) => Promise<unknown>
  /** What a refusal says of each field; nothing where it is about none. */
  refusalByField: (error: unknown) => Messages<Values>
  /** the word of the button */
  submit: string
  children: (form: Fields<Values>) => ReactNode
}

/** A form that stands between a person and the console: once it is saved, the overview opens. */
export function EntryForm<Values extends FieldValues>(props: EntryFormProps<Values>) {
  const { values, problems, save, refusalByField, submit, children } = props
  const navigate = useNavigate()
  const form = useFields(values, problems)
  const [refusal, setRefusal] = useState<string>()
  const { change, isBusy } = useChange<Values>({
    confirm: (typed) => {
      setRefusal(undefined)
      return form.show(problems(typed)) ? 'agreed' : null
    },
    change: save,
    isShownOnField: () => true,
    onRefused(error) {
      if (form.show(refusalByField(error))) setRefusal(sentenceFor(error))
      return true
    },
    onDone: () => navigate({ ...paths.overview(), replace: true }),
  })
  return (
    <form
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void change(form.values)
      }}
    >
      {children(form)}
      {refusal !== undefined && <Note tone="bad">{refusal}</Note>}
      <Button kind="primary" wide type="submit" busy={isBusy}>
        {submit}
      </Button>
    </form>
  )
}

/**
 * The one-time secret in the fragment of a link, which no server log ever sees; '' when there is none. A whole link that
 * replaces an incomplete one in the same tab changes the fragment alone.
 */
export function useSecret(): string {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener('hashchange', onChange)
      return () => window.removeEventListener('hashchange', onChange)
    },
    () => window.location.hash.slice(1),
  )
}
