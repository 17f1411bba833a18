import type { editInstance, Tag } from '@podium/contract/calls/instances.ts'
import { bodyProblem, FieldProblems, fail, failField } from '@podium/contract/rules/errors.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import { TIERS } from '@podium/contract/rules/tiers.ts'
import { sameExceptRunChoices, unfitCopy } from '@podium/contract/solution-metadata/metadata-changes.ts'
import type { Call } from '../../http/call.ts'
import { sentFields } from '../edit-record.ts'
import { refuseLarge, refuseUnstorable } from '../solutions/unstorable.ts'
import { checkedModes } from './checked-modes.ts'
import type { BoundVersion, Details } from './repository.ts'

export type DetailsSent = Omit<Call<typeof editInstance>['body'], 'revision'>

/** The details of an instance that was created with a name only. */
export const UNSAID: Omit<Details, 'name'> = {
  description: null,
  tags: [],
  modes: {},
  execution_specs: {},
  train_resource: null,
  metadata_json: null,
  draft: false,
}

/** Converts a request body into columns. An empty optional text is stored as null. */
export function detailsOf(version: BoundVersion, sent: DetailsSent): Partial<Details> {
  const { metadata_json, ...rest } = sent
  refuseUnstorable(rest)
  // modes, pipeline, `parameters`, step, argument
  refuseLarge('modes', sent.modes, 4)
  if (sent.name?.trim() === '') failField('name', messages.required)
  if (sent.tags) refuseTags(sent.tags)
  if (metadata_json) refuseOtherMetadata(version, metadata_json)
  return sentFields({
    ...sent,
    description: sent.description === undefined ? undefined : sent.description || null,
    train_resource: sent.train_resource === undefined ? undefined : knownTier(sent.train_resource),
  })
}

/** Checks all modes of an instance that may run. A draft stays as it was typed. */
export function checkedDetails<D extends Omit<Details, 'name'>>(
  version: BoundVersion,
  bucket: string,
  details: D,
): D {
  return details.draft ? details : { ...details, modes: checkedModes(version, details.modes, bucket) }
}

function refuseTags(tags: Tag[]): void {
  if (tags.length > limits.tags) failField('tags', messages.tags)
  const problems = tags.flatMap(({ key }, at) => {
    const twice = tags.findIndex((tag) => tag.key === key) < at
    const msg = key.trim() === '' ? messages.required : twice ? `The key ${key} appears twice.` : null
    return msg === null ? [] : [bodyProblem(['tags', at, 'key'], msg)]
  })
  if (problems.length > 0) throw new FieldProblems(problems)
}

function knownTier(sent: string): string | null {
  if (sent === '') return null
  const tier = TIERS.find((known) => known === sent)
  return tier ?? failField('train_resource', `This must be one of ${TIERS.join(', ')}.`)
}

function refuseOtherMetadata(version: BoundVersion, sent: unknown): void {
  const unfit = unfitCopy(sent)
  if (unfit !== null) fail('RUN.CHOICE', { problem: unfit })
  const path = sameExceptRunChoices(version.metadata, sent)
  if (path === null) return
  const where = path === '' ? 'metadata_json' : `metadata_json.${path}`
  fail('RUN.CHOICE', {
    problem: `${where} differs from version ${version.version_num} of ${version.solution_name}. Only dataset_uri, parameters.selected_user_parameters and resource.default of a pipeline may differ.`,
  })
}
