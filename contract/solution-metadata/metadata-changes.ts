import { canonicalJson, isObject, isPresent, jsonProblem, memberPath } from '../rules/metadata-json.ts'
import { limits } from '../rules/rules.ts'

/** Why a copy of the metadata cannot be compared at all, as a sentence that begins with the path; else null. */
export function unfitCopy(sent: unknown): string | null {
  const unfit = jsonProblem(sent, limits.metadata_bytes)
  if (unfit === null) return null
  const { path, message } = unfit
  return `metadata_json${path === '' || path.startsWith('[') ? path : `.${path}`}: ${message}`
}

/**
 * A run or an instance may send the version's metadata back with its own choices: per pipeline `dataset_uri`,
 * `parameters.selected_user_parameters` and `resource.default`. Returns the path of the first difference elsewhere,
 * e.g. `pipeline[0].container_uri`, '' for the whole, or null. `sent` need not be checked.
 */
export function sameExceptRunChoices(version: unknown, sent: unknown): string | null {
  const unfit = jsonProblem(sent, limits.metadata_bytes)
  if (unfit !== null) return unfit.path
  return firstDifference(withoutRunChoices(version), withoutRunChoices(sent), '')
}

function withoutRunChoices(metadata: unknown): unknown {
  if (!isObject(metadata) || !Array.isArray(metadata.pipeline)) return metadata
  return { ...metadata, pipeline: metadata.pipeline.map(pipelineWithoutChoices) }
}

function pipelineWithoutChoices(pipeline: unknown): unknown {
  if (!isObject(pipeline)) return pipeline
  const { dataset_uri: _, ...rest } = pipeline
  return withoutMember(withoutMember(rest, 'parameters', 'selected_user_parameters'), 'resource', 'default')
}

/** An object left empty counts as missing, because older clients add `resource` only to send the choice. */
function withoutMember(
  object: Record<string, unknown>,
  key: string,
  member: string,
): Record<string, unknown> {
  const { [key]: inner, ...others } = object
  if (!isPresent(inner)) return others
  if (!isObject(inner)) return object
  const { [member]: _, ...rest } = inner
  return Object.keys(rest).length === 0 ? others : { ...others, [key]: rest }
}

function firstDifference(left: unknown, right: unknown, path: string): string | null {
  if (canonicalJson(left) === canonicalJson(right)) return null
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    for (const [index, item] of left.entries()) {
      const found = firstDifference(item, right[index], `${path}[${index}]`)
      if (found !== null) return found
    }
  }
  if (isObject(left) && isObject(right)) {
    for (const key of [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()) {
      const at = memberPath(path, key)
      if (Object.hasOwn(left, key) !== Object.hasOwn(right, key)) return at
      const found = firstDifference(left[key], right[key], at)
      if (found !== null) return found
    }
  }
  return path
}
