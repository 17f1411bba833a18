import { checkMetadata, type Metadata } from '@podium/contract/metadata.ts'
import { contactsOf, descriptionTabs } from '@podium/contract/metadata-description.ts'
import { isObject } from '@podium/contract/metadata-json.ts'
import { metadataWarnings } from '@podium/contract/metadata-warnings.ts'
import { parameterFields } from '@podium/contract/parameters.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import type { Check } from '../../../ui/check-list.tsx'
import { lineOf, readJsonLines } from './json-lines.ts'

export interface ReadMetadata {
  checks: Check[]
  /** as written, also where something else is wrong; '' where there is none */
  name: string
  /** null as long as something is wrong */
  metadata: Metadata | null
}

const MOST_PROBLEMS = 20

/** Reads metadata as somebody types it. `containers`: whether this installation can run containers. */
export function readMetadata(text: string, containers: boolean): ReadMetadata {
  if (text.trim() === '') return { checks: [], name: '', metadata: null }
  const { lines, mistake } = readJsonLines(text)
  if (mistake !== null) return { checks: [noJson(text, mistake)], name: '', metadata: null }
  const value: unknown = JSON.parse(text)
  const checked = checkMetadata(value)
  const name = isObject(value) && typeof value.name === 'string' ? value.name : ''
  if ('metadata' in checked) {
    const { metadata } = checked
    return { checks: [...factsOf(text, metadata), ...warningsOf(metadata, containers)], name, metadata }
  }
  const checks = checked.problems.slice(0, MOST_PROBLEMS).map(({ path, message }): Check => {
    const line = lineOf(lines, path)
    return {
      verdict: 'wrong',
      title: path === '' ? 'Metadata is not valid' : path,
      detail: message,
      where: line === undefined ? undefined : `line ${line}`,
    }
  })
  return { checks, name, metadata: null }
}

function noJson(text: string, line: number): Check {
  return {
    verdict: 'wrong',
    title: 'This is no JSON',
    detail: isUnfinished(text, line)
      ? 'The text ends before the JSON does.'
      : 'Something is wrong in this line.',
    where: `line ${line}`,
  }
}

function isUnfinished(text: string, line: number): boolean {
  return line === text.split('\n').length && !/[}\]]\s*$/.test(text)
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
