import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, fieldMessages, sentenceFor } from '../../../api/api-error.ts'
import { countOf } from '../../../format/number.ts'
import { type Filled, type FilledField, problemOf } from '../components/parameters/parameter-values.ts'
import { goneSentence, isGone } from './deleted-meanwhile.ts'
import type { FormProblems } from './form-parts.ts'
import { formProblems } from './form-problems.ts'
import type { DataFrom, RunDraft } from './run-draft.ts'
import { modelOf, type Place, type Run } from './run-plan.ts'
import type { RunNames } from './use-run-names.ts'
import type { StartWish } from './use-start.ts'
import type { Uploads } from './use-uploads.ts'

interface Submitted {
  workspace: string
  draft: RunDraft
  place: Place
  names: RunNames
  run: Run
  filled: Filled
  folder: string
  uploads: Uploads
  modelNeeded: boolean
  start: (wish: StartWish) => Promise<string>
  form: RefObject<HTMLFormElement | null>
  onStarted: (id: string) => void
  /** what it was to stand on is there no longer */
  onGone: () => void
}

/** Checks, sends the files, starts: with what is wrong said on the fields, the first of which takes the focus. */
export function useSubmit(given: Submitted) {
  const { draft, place, names, run, filled, folder, uploads, start, form } = given
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [refused, setRefused] = useState<Record<string, string>>({})
  const lastFocused = useRef(0)

  const found = formProblems({
    draft,
    place,
    names,
    folder,
    files: uploads.items.length,
    modelNeeded: given.modelNeeded,
  })
  const problems: FormProblems = tries > 0 ? found : {}
  const fields = filled.fields.map((field) => withRefusal(field, refused[nameOf(run, field)]))
  const count = Object.keys(found).length + fields.filter(({ problem }) => problem !== undefined).length

  useEffect(() => {
    // that a name was taken meanwhile may be known a moment after the try
    if (tries === lastFocused.current || count === 0) return
    lastFocused.current = tries
    form.current
      ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"] :is(input, button)')
      ?.focus()
  }, [tries, count, form])

  function take(error: ApiError): boolean {
    const messages = fieldMessages(error)
    const known = filled.fields.some((field) => messages[nameOf(run, field)] !== undefined)
    if (known) setRefused(messages)
    else setRefusal(error.message)
    return true
  }

  function sayGone() {
    setRefusal(goneSentence(place))
    given.onGone()
  }

  async function startNow() {
    if (draft.data === 'upload' && !(await uploads.send(given.workspace, `datasets/${folder}/`)))
      return setRefusal('Not every file arrived. Start again to go on where it stopped.')
    given.onStarted(await start({ workspace_id: given.workspace, place, body: bodyOf(given), take }))
  }

  async function submit() {
    setRefusal('')
    setTries(tries + 1)
    if (count > 0) return
    setBusy(true)
    try {
      await startNow()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // A 422 stands on the form already; its focus follows like that of a mistake found here.
      if (error.status === 422 || (error.status === 409 && (await names.isOneTaken())))
        setTries((known) => known + 1)
      else if (isGone(error)) sayGone()
      else setRefusal(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  return {
    problems,
    fields,
    busy,
    refusal,
    note: tries > 0 && count > 0 ? `${countOf(count, 'field needs', 'fields need')} attention` : undefined,
    /** a field was edited: what the server said of it counts no longer */
    edited: () => setRefused({}),
    submit: () => void submit(),
  }
}

function bodyOf({ draft, place, run, filled, folder }: Submitted): StartWish['body'] {
  const model = modelOf(draft, place)
  const dataset_uri = chosenData(draft, folder)
  return {
    pipeline: run.mode,
    parameters: { [run.mode]: filled.chosen },
    ...(dataset_uri && { dataset_uri }),
    ...(draft.tier && { execution_spec: draft.tier }),
    ...(run.mode === 'inference' && model !== '' && { model_from: model }),
  }
}

/** What counts without a word is not sent: it may change with the instance until the run begins. */
function chosenData({ data, dataset }: RunDraft, folder: string): string[] | undefined {
  const from: Record<DataFrom, string[] | undefined> = {
    instance: undefined,
    sample: [],
    set: dataset,
    upload: [`datasets/${folder}/`],
  }
  return data === null ? undefined : from[data]
}

function sentenceOf(error: ApiError): string {
  if (!error.outcomeUnknown) return sentenceFor(error)
  return `${error.message} Nobody knows yet whether the run was started; starting again starts it once only.`
}

function withRefusal(filled: FilledField, message: string | undefined): FilledField {
  return message === undefined
    ? filled
    : { ...filled, touched: true, problem: problemOf(filled.field, message) }
}

function nameOf({ mode }: Run, { field }: FilledField): string {
  return `parameters.${mode}.${field.step}.${field.name}`
}
