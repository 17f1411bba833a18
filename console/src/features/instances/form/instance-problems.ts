import { errors } from '@podium/contract/rules/errors.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import { type ApiError, fieldMessages } from '../../../api/api-error.ts'
import type { TagPair } from '../../../ui/form/tag-editor.tsx'
import type { Messages } from '../../../ui/form/use-fields.ts'
import { type InstanceDraft, isTag, type PipelineForm } from './instance-draft.ts'
import { parameterName } from './pipeline-parameters.tsx'

type Problems = Messages<InstanceDraft>

/** Returns why the values cannot be saved, by field. A draft needs nothing but a name. */
export function instanceProblems(
  draft: InstanceDraft,
  forms: readonly PipelineForm[],
  asDraft: boolean,
): Problems {
  return {
    name: nameProblem(draft.name),
    description: tooLong(draft.description, limits.description),
    ...tagProblems(draft.tags),
    ...(draft.wrangler && {
      code_uri: tooLong(draft.code_uri, limits.url),
      dataset_uri: tooLong(draft.dataset_uri, limits.url),
    }),
    ...(!asDraft && completeProblems(forms, draft)),
  }
}

/** Maps field names of the request body to those of the form of an instance or a stream. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^modes\.data_wrangler\./, ''],
  [/^modes\.(train|inference)\.parameters\./, 'entries.$1.'],
  [/^modes\.pipeline$/, 'pipeline'],
  [/^modes$/, 'train'],
  [/^execution_specs\./, 'tiers.'],
  [/^parameters\./, 'entries.'],
]

/** Returns a refusal as messages by form field; undefined if none of them belongs to a field. */
export function refusedFields(
  error: ApiError,
  taken: 'INSTANCE.NAME.TAKEN' | 'STREAM.NAME.TAKEN',
  name: string,
): Messages<{ name: string }> | undefined {
  // The response carries the sentence of a refusal, not its code.
  if (error.message === errors[taken].detail({ name: name.trim() })) return { name: messages.name_taken }
  const byField = Object.entries(fieldMessages(error)).map(([sent, message]) => {
    const [pattern, field] = FIELDS.find(([one]) => one.test(sent)) ?? [sent, sent]
    return [sent.replace(pattern, field), message]
  })
  return byField.length > 0 ? Object.fromEntries(byField) : undefined
}

const SHOWN_BY_FIELD =
  /^(name|description|train|pipeline|code_uri|dataset_uri|tiers\.(train|inference)|tags\.\d+\.(key|value))$/

/** Returns the messages that no field shows: those of pipelines that are off, and of values without a field. */
export function unplaced(problems: Problems, forms: readonly PipelineForm[]): string[] {
  const parameters = Object.keys(parameterProblems(forms.filter(({ on }) => on)))
  return Object.entries(problems).flatMap(([name, message]) =>
    message === undefined || SHOWN_BY_FIELD.test(name) || parameters.includes(name) ? [] : [message],
  )
}

function completeProblems(forms: readonly PipelineForm[], { pipeline }: InstanceDraft): Problems {
  const on = forms.filter((form) => form.on)
  if (on.length === 0) return { train: 'Turn at least one pipeline on.' }
  const isOff = pipeline !== null && !on.some(({ mode }) => mode === pipeline)
  return { ...parameterProblems(on), pipeline: isOff ? 'Choose a pipeline that is turned on.' : undefined }
}

/** Returns the problems of each parameter of these pipelines, by name. */
export function parameterProblems(forms: readonly Pick<PipelineForm, 'mode' | 'filled'>[]) {
  const found = forms.flatMap(({ mode, filled }) =>
    filled.fields.map(({ field, problem }) => [parameterName(mode, field), problem] as const),
  )
  return Object.fromEntries(found)
}

export function nameProblem(name: string): string | undefined {
  return name.trim() === '' ? messages.fill_out : tooLong(name, limits.name)
}

function tagProblems(tags: readonly TagPair[]): Problems {
  const found = tags.flatMap((tag, at) => {
    if (!isTag(tag)) return []
    const { key, value } = tag
    const isTwice = tags.findIndex((other) => other.key === key) < at
    const keyProblem = isTwice ? `The key ${key} appears twice.` : tooLong(key, limits.tag_key)
    return [
      [`tags.${at}.key`, key.trim() === '' ? messages.fill_out : keyProblem],
      [`tags.${at}.value`, tooLong(value, limits.tag_value)],
    ]
  })
  return Object.fromEntries(found)
}

function tooLong(text: string, max: number): string | undefined {
  return text.length > max ? `Use at most ${max} characters.` : undefined
}
