import { isObject, isPresent } from '@podium/contract/rules/metadata-json.ts'
import { checkMetadata, type Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { contactsOf, descriptionTabs } from '@podium/contract/solution-metadata/metadata-description.ts'
import { metadataWarnings } from '@podium/contract/solution-metadata/metadata-warnings.ts'
import type { Host } from '@podium/contract/solution-metadata/other-tools.ts'
import { parameterFields } from '@podium/contract/solution-metadata/parameters.ts'
import { cut } from '@podium/contract/solution-metadata/parameters-check.ts'
import { withoutEffect } from '@podium/contract/solution-metadata/without-effect.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import type { CodeProblem } from '../../../ui/code/code-editor.tsx'
import type { Check, CheckVerdict } from '../../../ui/form/check-list.tsx'
import { lineOf, readJsonLines } from './json-text.ts'

export interface ReadMetadata {
  checks: Check[]
  /** the faults of the checks, in the form that the editor takes */
  problems: CodeProblem[]
  /** the name as written, even if something else is wrong; '' if there is none */
  name: string
  /** null while something is wrong */
  metadata: Metadata | null
}

interface Fault {
  title: string
  /** '' for the whole text */
  path: string
  message: string
  line: number
  column?: number
}

const MAX_PROBLEMS = 20

export const checkOf = (verdict: CheckVerdict, title: string, detail?: string): Check => ({
  verdict,
  title,
  detail,
})

export const namesOther = (written: string, name: string) =>
  `The metadata has the name ${written}, but this solution is named ${name}.`

/** Validates metadata as it is typed, for the engine of this installation. */
export function readMetadata(text: string, host: Host): ReadMetadata {
  if (text.trim() === '') return withFaults('', [])
  const { lines, mistake } = readJsonLines(text)
  if (mistake)
    return withFaults('', [{ title: 'Not valid JSON', path: '', message: mistake.reason, ...mistake }])
  const value: unknown = JSON.parse(text)
  const checked = checkMetadata(value)
  const name = isObject(value) && typeof value.name === 'string' ? value.name : ''
  if ('metadata' in checked)
    return { ...withFaults(name, []), ...checked, checks: factsOf(text, checked.metadata, host) }
  const faults = checked.problems.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({
    title: path || 'Metadata is not valid',
    path,
    message,
    line: lineOf(lines, path),
  }))
  return withFaults(name, faults)
}

/** Returns checks and problems of metadata that must keep the solution's name. */
export function checkEdited(text: string, name: string, host: Host): ReadMetadata {
  if (text.trim() === '') {
    const detail = 'Metadata is a JSON object.'
    const check = checkOf('wrong', 'Nothing is written', detail)
    return { ...withFaults('', []), checks: [check], problems: [{ line: 1, text: detail }] }
  }
  const read = readMetadata(text, host)
  if (read.name === '') return read
  if (read.name === name)
    return { ...read, checks: [checkOf('good', 'Name is unchanged', name), ...read.checks] }
  const message = namesOther(cut(read.name), name)
  const line = lineOf(readJsonLines(text).lines, 'name')
  const differs = withFaults(read.name, [{ title: 'Name differs', path: 'name', message, line }])
  return {
    ...differs,
    checks: [...differs.checks, ...read.checks],
    problems: [...differs.problems, ...read.problems].toSorted((one, other) => one.line - other.line),
  }
}

function withFaults(name: string, faults: readonly Fault[]): ReadMetadata {
  return {
    checks: faults.map(({ title, message, line, column }) => ({
      ...checkOf('wrong', title, message),
      where: column === undefined ? `line ${line}` : `line ${line}, column ${column}`,
    })),
    problems: faults.map(({ path, message, line, column }) => ({
      line,
      column,
      text: path === '' ? message : `${path}: ${message}`,
    })),
    name,
    metadata: null,
  }
}

function factsOf(text: string, metadata: Metadata, host: Host): Check[] {
  const { metadata_version, pipeline } = metadata
  const generation = isPresent(metadata_version) ? metadata_version : 'not named'
  const size = formatFileSize(new TextEncoder().encode(text).length)
  const parameters = pipeline.flatMap(parameterFields).length
  const types = pipeline.map(({ type }) => type)
  const warnings = metadataWarnings(metadata, host)
  return [
    checkOf('good', 'Metadata is valid', `Generation ${generation}, ${size}`),
    checkOf('good', `${countOf(pipeline.length, 'pipeline')} found`, types.join(' and ')),
    ...(parameters === 0 ? [] : [checkOf('good', countOf(parameters, 'user parameter'))]),
    descriptionCheck(metadata),
    ...warnings.map((detail) => checkOf('warning', 'Can be registered anyway', detail)),
    ...withoutEffect(metadata, [], host).map((detail) => checkOf('warning', 'Ignored', detail)),
  ]
}

function descriptionCheck(metadata: Metadata): Check {
  const titles = descriptionTabs(metadata)
    .filter(({ markdown }) => markdown !== '')
    .map(({ title }) => title)
  if (titles.length === 0)
    return checkOf('warning', 'No description', 'People will not know what the solution is for.')
  const detail = `${countOf(titles.length, 'tab')}: ${titles.join(', ')}`
  if (contactsOf(metadata).length === 0)
    return checkOf('warning', 'No contact', `${detail}. No contact is given.`)
  return checkOf('good', 'Description and contact', detail)
}
