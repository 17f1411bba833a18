import type { archiveCheck } from '@podium/contract/calls/solutions.ts'
import type { Metadata, MetadataCheck } from '@podium/contract/solution-metadata/metadata.ts'
import { contactsOf, descriptionTabs } from '@podium/contract/solution-metadata/metadata-description.ts'
import { pipelineOf, stepsOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { metadataWarnings } from '@podium/contract/solution-metadata/metadata-warnings.ts'
import { MODES } from '@podium/contract/solution-metadata/modes.ts'
import type { Host } from '@podium/contract/solution-metadata/other-tools.ts'
import { PARAMETER_TYPES, parameterFields } from '@podium/contract/solution-metadata/parameters.ts'
import { withoutEffect } from '@podium/contract/solution-metadata/without-effect.ts'
import type * as z from 'zod/mini'
import type { Amount, ArchiveSurvey } from './archive-survey.ts'
import { HOST_UNKNOWN } from './host.ts'
import { type PackageFindings, type PackageHost, packageFindings } from './package-checks.ts'

export type Check = z.infer<typeof archiveCheck>

const MAX_PROBLEMS = 20

/** Lists the checks of an archive's metadata and files. */
export async function checksOf(
  survey: ArchiveSurvey,
  checked: MetadataCheck,
  host: PackageHost | null,
): Promise<Check[]> {
  if ('problems' in checked)
    return checked.problems
      .slice(0, MAX_PROBLEMS)
      .map(({ path, message }) => ({ level: 'wrong', title: wrongTitle(path), detail: message }))
  const { metadata } = checked
  const ignored = host ? withoutEffect(metadata, survey.tool_files, host) : []
  return [
    good('Metadata is valid', `Generation ${generationOf(metadata)}, ${sizeText(survey.metadata_bytes)}`),
    good(`${counted(metadata.pipeline.length, 'pipeline')} found`, pipelinesText(metadata)),
    ...parametersCheck(metadata),
    descriptionCheck(metadata),
    ...filesChecks(survey),
    ...packageChecks(await packageFindings(survey.files, metadata, host)),
    ...warningsOf(survey, metadata, host).map((detail) => warning('Can be registered anyway', detail)),
    ...ignored.map((detail) => warning('Ignored', detail)),
  ]
}

function packageChecks({ file, wrong: faults, doubtful }: PackageFindings): Check[] {
  return [
    ...(file === null || faults.length > 0 ? [] : [good('Packages', `${file} says which are installed`)]),
    ...faults.slice(0, MAX_PROBLEMS).map((detail) => wrong('Packages cannot be installed', detail)),
    ...doubtful.slice(0, MAX_PROBLEMS).map((detail) => warning('Packages', detail)),
  ]
}

/** Sentences about doubtful things that do not prevent the registration. */
export function warningsOf(survey: ArchiveSurvey, metadata: Metadata, host: Host | null): string[] {
  const leftOut = MODES.filter((mode) => survey.data[mode].files > 0 && !pipelineOf(metadata, mode))
  return [
    ...(host ? metadataWarnings(metadata, host) : [HOST_UNKNOWN]),
    ...leftOut.map((mode) => `data/${mode}/ is left out: there is no ${mode} pipeline.`),
  ]
}

export function good(title: string, detail: string): Check {
  return { level: 'good', title, detail }
}

export function wrong(title: string, detail: string): Check {
  return { level: 'wrong', title, detail }
}

function warning(title: string, detail: string): Check {
  return { level: 'warning', title, detail }
}

function wrongTitle(path: string): string {
  return path === '' ? 'Metadata is not valid' : `Metadata is not valid at ${path}`
}

function generationOf(metadata: Metadata): string {
  const version = metadata.metadata_version
  return typeof version === 'number' || typeof version === 'string' ? String(version) : 'not named'
}

function pipelinesText(metadata: Metadata): string {
  const texts = metadata.pipeline.map((pipeline) => {
    const steps = stepsOf(pipeline)
    return steps.length === 0 ? pipeline.type : `${pipeline.type} (${steps.join(', ')})`
  })
  return texts.join(' and ')
}

function parametersCheck(metadata: Metadata): Check[] {
  const fields = metadata.pipeline.flatMap(parameterFields)
  const kinds = PARAMETER_TYPES.map((type) => ({
    type,
    count: fields.filter((field) => field.type === type).length,
  }))
  const text = kinds.flatMap(({ type, count }) => (count === 0 ? [] : [`${count} ${type}`])).join(', ')
  return fields.length === 0 ? [] : [good(counted(fields.length, 'user parameter'), text)]
}

function descriptionCheck(metadata: Metadata): Check {
  const tabs = descriptionTabs(metadata).filter((tab) => tab.markdown !== '')
  const titles = tabs.map((tab) => tab.title).join(', ')
  const text = tabs.length === 0 ? '' : `${counted(tabs.length, 'tab')}: ${titles}`
  if (tabs.length === 0) return warning('No description', 'People will not know what the solution is for.')
  if (contactsOf(metadata).length === 0) return warning('No contact', `${text}. No contact is given.`)
  return good('Description and contact', text)
}

function filesChecks({ source, data }: ArchiveSurvey): Check[] {
  const samples = MODES.filter((mode) => data[mode].files > 0)
  const sampleText = samples.map((mode) => `${mode}: ${amountText(data[mode])}`).join('; ')
  return [
    ...(source.files > 0 ? [good('Source', amountText(source))] : []),
    ...(samples.length > 0 ? [good('Sample data', sampleText)] : []),
  ]
}

function amountText({ files, bytes }: Amount): string {
  return `${counted(files, 'file')}, ${sizeText(bytes)}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const UNITS = ['bytes', 'k', 'MB', 'GB', 'TB', 'PB']

/** Formats a size as the console does. */
function sizeText(bytes: number): string {
  if (bytes === 0) return '0 KB'
  const step = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  return `${(bytes / 1024 ** step).toFixed(2)} ${UNITS[step]}`
}
