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
  /** returns the messages of a refusal by field */
  refusalByField: (error: unknown) => Messages<Values>
  /** the label of the button */
  submit: string
  children: (form: Fields<Values>) => ReactNode
}

/** A form that must be completed before the console can be used. The overview opens once it is saved. */
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
 * Returns the one-time secret from the fragment of the address, which browsers never send to a server; '' if there is
 * none. It follows hash changes, because opening the complete link in the same tab changes only the fragment.
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
