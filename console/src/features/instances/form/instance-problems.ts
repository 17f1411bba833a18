import { limits, messages } from '@podium/contract/rules.ts'
import type { TagPair } from '../../../ui/form/tag-editor.tsx'
import { type InstanceDraft, isTag, type PipelineForm } from './instance-draft.ts'

/** Sentences by the name a field has on the wire: `name`, `tags.0.key`, `modes.train.parameters.s.a`. */
export type Problems = Readonly<Record<string, string>>

interface Checked {
  draft: InstanceDraft
  name: string
  forms: readonly PipelineForm[]
  asDraft: boolean
}

/** What keeps it from being saved. A draft may lack anything but its name. */
export function instanceProblems({ draft, name, forms, asDraft }: Checked): Problems {
  return {
    ...nameProblem(name),
    ...tooLong('description', draft.description, limits.description),
    ...tagProblems(draft.tags),
    ...(draft.wrangler && {
      ...tooLong('modes.data_wrangler.code_uri', draft.code_uri, limits.url),
      ...tooLong('modes.data_wrangler.dataset_uri', draft.dataset_uri, limits.url),
    }),
    ...(!asDraft && completeProblems(forms, draft)),
  }
}

/** Where the problems of a part of the draft stand; parameters are judged by their own fields. */
const PLACES: Readonly<Record<string, RegExp>> = {
  name: /^name$/,
  description: /^description$/,
  tags: /^tags\./,
  train: /^modes(\.pipeline)?$/,
  inference: /^modes(\.pipeline)?$/,
  pipeline: /^modes\.pipeline$/,
  code_uri: /^modes\.data_wrangler\.code_uri$/,
  dataset_uri: /^modes\.data_wrangler\.dataset_uri$/,
}

/** The problems of these parts of the draft alone. */
export function problemsOf(parts: readonly string[], problems: Problems): Problems {
  const isTheirs = (name: string) => parts.some((part) => PLACES[part]?.test(name))
  return Object.fromEntries(Object.entries(problems).filter(([name]) => isTheirs(name)))
}

/** The name of a parameter in the body. */
export function parameterName(mode: string, { step, name }: { step: string; name: string }): string {
  return `modes.${mode}.parameters.${step}.${name}`
}

/** What the server said of something that no field of the form stands for. */
export function unplaced(problems: Problems, forms: readonly PipelineForm[]): string[] {
  const fields = forms
    .filter(({ on }) => on)
    .flatMap(({ mode, filled }) => filled.fields.map(({ field }) => parameterName(mode, field)))
  const known = new Set([...OWN_FIELDS, ...fields])
  return Object.entries(problems).flatMap(([name, message]) =>
    known.has(name) || /^tags\.\d+\.(key|value)$/.test(name) ? [] : [message],
  )
}

const OWN_FIELDS = [
  'name',
  'description',
  'modes',
  'modes.pipeline',
  'modes.data_wrangler.code_uri',
  'modes.data_wrangler.dataset_uri',
  'execution_specs.train',
  'execution_specs.inference',
]

function completeProblems(forms: readonly PipelineForm[], { pipeline }: InstanceDraft): Problems {
  if (!forms.some(({ on }) => on)) return { modes: 'Turn at least one pipeline on.' }
  const wrong = forms
    .filter(({ on }) => on)
    .flatMap(({ mode, filled }) =>
      filled.fields.flatMap(({ field, problem }) =>
        problem === undefined ? [] : [[parameterName(mode, field), problem] as const],
      ),
    )
  const isOff = pipeline !== null && !forms.some(({ mode, on }) => on && mode === pipeline)
  return { ...Object.fromEntries(wrong), ...(isOff && { 'modes.pipeline': 'Choose a pipeline that is on.' }) }
}

function nameProblem(name: string): Problems {
  if (name.trim() === '') return { name: messages.fill_out }
  return tooLong('name', name, limits.name)
}

function tagProblems(tags: readonly TagPair[]): Problems {
  const found = tags.map((tag, at) => {
    if (!isTag(tag)) return {}
    const { key, value } = tag
    const twice = tags.findIndex((other) => other.key === key) < at
    return {
      ...(key.trim() === '' && { [`tags.${at}.key`]: messages.fill_out }),
      ...(key.trim() !== '' && twice && { [`tags.${at}.key`]: `The key ${key} is given twice.` }),
      ...tooLong(`tags.${at}.key`, key, limits.tag_key),
      ...tooLong(`tags.${at}.value`, value, limits.tag_value),
    }
  })
  return Object.assign({}, ...found)
}

function tooLong(field: string, text: string, max: number): Problems {
  return text.length > max ? { [field]: `Use at most ${max} characters.` } : {}
}
