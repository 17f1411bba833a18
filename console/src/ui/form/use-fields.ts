import { limits } from '@podium/contract/rules/rules.ts'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DefaultValues, type Path, type PathValue, useForm } from 'react-hook-form'
import { isTyping } from '../is-typing.ts'

/** The values of a form by field, in the order of the screen. */
export type FieldValues = Record<string, unknown>

/** The messages of invalid fields, or of their parts: `tags.0.key` is a part of `tags`. */
export type Messages<Values> = { [Field in keyof Values]?: string | undefined } & {
  [part: `${string}.${string}`]: string | undefined
}

export type Fields<Values extends FieldValues> = ReturnType<typeof useFields<Values>>

interface Changed {
  target: unknown
  type?: string
}

/**
 * The fields of a form over react-hook-form: values, one message each, and the focus on the first invalid one at a
 * save. A field is validated shortly after a key and when it is left; its message is removed when it is edited.
 * @param first the initial values
 * @param problemsOf returns the problems of the values, without asking the server
 * @param typedBefore values typed when a session was lost; the form opens with them
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
  /** problems found at a save, until their field is edited */
  const [shown, setShown] = useState<Messages<Values>>({})
  /** the fields that are validated continuously */
  const [checked, setChecked] = useState<readonly string[]>([])
  const checkSoon = useDelayedCheck((fields) => setChecked((before) => [...new Set([...before, ...fields])]))
  const element = useRef<HTMLElement>(null)
  const frame = useCallback((found: HTMLElement | null) => {
    element.current = found
  }, [])
  const bound = useRef(new Set<string>())
  const [looks, setLooks] = useState(0)
  const values = form.watch()
  const order = Object.keys(first) as Path<Values>[]
  const problems = checked.length === 0 ? {} : problemsOf(values)
  const errors = withoutEmpty({ ...only(problems, checked), ...shown }) as Messages<Values>

  useEffect(() => {
    if (looks > 0) element.current?.querySelector<HTMLElement>(INVALID)?.focus()
  }, [looks])

  function forget(edited: readonly string[]) {
    setChecked((before) => before.filter((field) => !edited.includes(field)))
    setShown((before) => except(before, edited))
  }

  /**
   * Sets values that were not typed: their messages are removed, and they are not validated.
   * @param edited the fields or parts whose messages are removed, by default all of `part`
   */
  function fill(part: Partial<Values>, edited: readonly string[] = Object.keys(part)) {
    for (const [field, value] of Object.entries(part))
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    forget(edited)
  }

  /** Sets values as an edit does. */
  function change(part: Partial<Values>) {
    fill(part)
    checkSoon(Object.keys(part))
  }

  const noteInput = useFilled(
    (name) => form.getValues(name as Path<Values>),
    (unheard) => fill(unheard as Partial<Values>),
  )

  /** Shows the messages and focuses the first invalid field. Returns true if there was none. */
  function show(problems: Messages<Values>): boolean {
    setShown(problems)
    const found = Object.keys(withoutEmpty(problems))
    const wrong = order.find((field) => found.some((name) => isOf(field, name)))
    if (wrong && bound.current.has(wrong)) form.setFocus(wrong)
    else if (wrong) setLooks((before) => before + 1)
    return wrong === undefined
  }

  /** Makes these the initial values; edited fields keep what was typed. */
  function rebase(now: Values) {
    const { defaultValues } = form.formState
    // Includes text typed during the save.
    const newest = form.getValues()
    const typed = order.filter(
      (field) => JSON.stringify(newest[field]) !== JSON.stringify(defaultValues?.[field]),
    )
    form.reset(now)
    fill(only(newest, typed) as Partial<Values>)
  }

  return {
    values,
    errors,
    /** The `ref` of the fields' container, for focusing invalid fields that are not bound by `field`. */
    frame,
    /** whether any value differs from the initial one */
    isTyped: form.formState.isDirty,
    fill,
    change,
    show,
    rebase,
    /** Returns the props of a text field, select or checkbox. */
    field(name: keyof Values & string) {
      const { onChange, onBlur, ref } = form.register(name as Path<Values>)
      bound.current.add(name)
      return {
        name: name as string,
        ref(element: HTMLElement | null) {
          ref(element)
          noteInput(name, element)
        },
        error: errors[name],
        onChange(event: Changed) {
          void onChange(event)
          forget([name])
          checkSoon([name])
        },
        onBlur(event: Changed) {
          void onBlur(event)
          checkSoon([name])
        },
      }
    },
  }
}

const INVALID = '[aria-invalid="true"], [data-invalid="true"] :is(input, button)'

/** True if a message belongs to the field, or to a part of it. */
function isOf(field: string, name: string): boolean {
  return name === field || name.startsWith(`${field}.`)
}

function isOfAny(fields: readonly string[], name: string): boolean {
  return fields.some((field) => isOf(field, name))
}

function only<Values extends object>(values: Values, fields: readonly string[]) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isOfAny(fields, name)))
}

function except<Values extends object>(values: Values, fields: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isOfAny(fields, name))) as Values
}

function withoutEmpty(messages: object): Record<string, string> {
  return Object.fromEntries(Object.entries(messages).filter(([, text]) => text !== undefined))
}

/** The pointer may be released outside this window; then the next key ends the press. */
const ENDS_OF_PRESS = ['pointerup', 'pointercancel', 'keydown', 'compositionstart']

/**
 * Validates fields once typing pauses. While a pointer is down it waits, because a message would move the button that
 * is being pressed.
 */
function useDelayedCheck(check: (fields: readonly string[]) => void): (fields: readonly string[]) => void {
  const due = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPressed = useRef(false)
  const soon = useRef(() => {})
  soon.current = () => {
    clearTimeout(timer.current)
    if (isPressed.current) return
    timer.current = setTimeout(() => {
      check([...due.current])
      due.current.clear()
    }, limits.validation_debounce_ms)
  }

  useEffect(() => {
    const pressHandler = (down: boolean) => () => {
      isPressed.current = down
      if (due.current.size > 0) soon.current()
    }
    const [press, release] = [pressHandler(true), pressHandler(false)]
    window.addEventListener('pointerdown', press, true)
    for (const end of ENDS_OF_PRESS) window.addEventListener(end, release, true)
    return () => {
      clearTimeout(timer.current)
      window.removeEventListener('pointerdown', press, true)
      for (const end of ENDS_OF_PRESS) window.removeEventListener(end, release, true)
    }
  }, [])

  return (fields) => {
    for (const field of fields) due.current.add(field)
    soon.current()
  }
}

/**
 * Takes the values of a form's fields before it is submitted, as some password managers fill them without an event.
 * @param heard the value of a field as the form knows it
 * @returns a function that registers a field's element, like a ref
 */
function useFilled(
  heard: (name: string) => unknown,
  take: (unheard: Readonly<Record<string, string>>) => void,
) {
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const takeUnheard = useEffectEvent(({ target }: Event) => {
    const sent = [...inputs.current].filter(([, input]) => target instanceof Node && target.contains(input))
    const unheard = sent.filter(([name, { value }]) => value !== String(heard(name) ?? ''))
    if (unheard.length === 0) return
    // The form submits the values of the last render.
    flushSync(() => take(Object.fromEntries(unheard.map(([name, { value }]) => [name, value]))))
  })
  useEffect(() => {
    window.addEventListener('submit', takeUnheard, true)
    return () => window.removeEventListener('submit', takeUnheard, true)
  }, [])
  return (name: string, element: HTMLElement | null) => {
    if (element instanceof HTMLInputElement && isTyping(element)) inputs.current.set(name, element)
    else inputs.current.delete(name)
  }
}
