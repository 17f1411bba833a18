import { checkMetadata, type Metadata } from '@podium/contract/metadata.ts'
import { contactsOf, descriptionTabs } from '@podium/contract/metadata-description.ts'
import { isObject } from '@podium/contract/metadata-json.ts'
import { metadataWarnings } from '@podium/contract/metadata-warnings.ts'
import { parameterFields } from '@podium/contract/parameters.ts'
import { cut } from '@podium/contract/parameters-check.ts'
import type { Solution } from '@podium/contract/solutions.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import type { CodeProblem } from '../../../ui/code/code-editor.tsx'
import type { Check } from '../../../ui/form/check-list.tsx'
import { lineOf, type Mistake, readJsonLines } from './json-text.ts'

export interface ReadMetadata {
  checks: Check[]
  /** the same faults as in the checks, for an editor */
  problems: CodeProblem[]
  /** as written, also where something else is wrong; '' where there is none */
  name: string
  /** null as long as something is wrong */
  metadata: Metadata | null
}

const MOST_PROBLEMS = 20

/** Reads metadata as it is typed. `containers`: whether this installation can run containers. */
export function readMetadata(text: string, containers: boolean): ReadMetadata {
  if (text.trim() === '') return { checks: [], problems: [], name: '', metadata: null }
  const { lines, mistake } = readJsonLines(text)
  if (mistake !== null) return notJson(mistake)
  const value: unknown = JSON.parse(text)
  const checked = checkMetadata(value)
  const name = isObject(value) && typeof value.name === 'string' ? value.name : ''
  if ('metadata' in checked) {
    const { metadata } = checked
    const checks = [...factsOf(text, metadata), ...warningsOf(metadata, containers)]
    return { checks, problems: [], name, metadata }
  }
  const found = checked.problems
    .slice(0, MOST_PROBLEMS)
    .map((problem) => ({ ...problem, line: lineOf(lines, problem.path) ?? 1 }))
  return {
    checks: found.map(({ path, message, line }) =>
      wrong(path === '' ? 'Metadata is not valid' : path, message, `line ${line}`),
    ),
    problems: found.map(({ path, message, line }) => ({
      line,
      text: path === '' ? message : `${path}: ${message}`,
    })),
    name,
    metadata: null,
  }
}

/** What is good, doubtful or wrong in metadata that is edited, for the list and under the lines. */
export function checkEdited(
  text: string,
  { name }: Pick<Solution, 'name'>,
  containers: boolean,
): ReadMetadata {
  const read = readMetadata(text, containers)
  if (text.trim() === '') {
    const detail = 'Metadata is a JSON object.'
    return { ...read, checks: [wrong('Nothing is written', detail)], problems: [{ line: 1, text: detail }] }
  }
  if (read.name === '') return read
  if (read.name === name) {
    const same: Check = { verdict: 'good', title: 'Name as before', detail: name }
    return { ...read, checks: [same, ...read.checks] }
  }
  const line = lineOf(readJsonLines(text).lines, 'name') ?? 1
  const detail = `The metadata names ${cut(read.name)}, but this is the solution ${name}.`
  return {
    ...read,
    metadata: null,
    checks: [wrong('Name differs', detail, `line ${line}`), ...read.checks],
    problems: [{ line, text: `name: ${detail}` }, ...read.problems].toSorted(
      (one, other) => one.line - other.line,
    ),
  }
}

function notJson({ line, column, why }: Mistake): ReadMetadata {
  return {
    checks: [wrong('Not valid JSON', why, `line ${line}, column ${column}`)],
    problems: [{ line, column, text: why }],
    name: '',
    metadata: null,
  }
}

function wrong(title: string, detail: string, where?: string): Check {
  return { verdict: 'wrong', title, detail, ...(where !== undefined && { where }) }
}

function factsOf(text: string, metadata: Metadata): Check[] {
  const size = formatFileSize(new TextEncoder().encode(text).length)
  const parameters = metadata.pipeline.flatMap(parameterFields).length
  const pipelines = metadata.pipeline.map(({ type }) => type)
  return [
    { verdict: 'good', title: 'Metadata is valid', detail: `Generation ${generationOf(metadata)}, ${size}` },
    {
      verdict: 'good',
      title: `${countOf(pipelines.length, 'pipeline')} found`,
      detail: pipelines.join(' and '),
    },
    ...(parameters === 0 ? [] : [{ verdict: 'good' as const, title: countOf(parameters, 'user parameter') }]),
    descriptionCheck(metadata),
  ]
}

function generationOf({ metadata_version: version }: Metadata): string {
  return typeof version === 'number' || typeof version === 'string' ? String(version) : 'not named'
}

function descriptionCheck(metadata: Metadata): Check {
  const titles = descriptionTabs(metadata)
    .filter(({ markdown }) => markdown !== '')
    .map(({ title }) => title)
  if (titles.length === 0)
    return {
      verdict: 'warning',
      title: 'No description',
      detail: 'People will not know what the solution is for.',
    }
  const detail = `${countOf(titles.length, 'tab')}: ${titles.join(', ')}`
  if (contactsOf(metadata).length === 0)
    return { verdict: 'warning', title: 'No contact', detail: `${detail}. Nobody is named to ask.` }
  return { verdict: 'good', title: 'Description and contact', detail }
}

function warningsOf(metadata: Metadata, containers: boolean): Check[] {
  return metadataWarnings(metadata, { containers }).map((detail) => ({
    verdict: 'warning',
    title: 'Registered all the same',
    detail,
  }))
}
