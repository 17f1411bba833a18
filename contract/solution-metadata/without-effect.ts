import { packageChoiceOf } from '../python-packages/package-choice.ts'
import { isObject, isPresent, memberPath } from '../rules/metadata-json.ts'
import type { Metadata, Pipeline } from './metadata.ts'
import { commandOf, containerOf } from './metadata-pipeline.ts'
import { type Host, keyAdvice, knownFiles, OTHER_FILES, type OtherFiles } from './other-tools.ts'
import { cut } from './parameters-check.ts'

/** Maximum number of files recorded for a version. */
const MAX_FILES = 50
const MAX_SENTENCES = 20
const LONGEST_PATH = 200

/** The known keys by where they belong. `metadata` and `pipeline` include those of registration clients. */
const KNOWN = {
  metadata: [
    ...['metadata_version', 'version', 'name', 'description', 'pipeline'],
    ...['wrangler_code_uri', 'wrangler_dataset_uri', 'edgeconductor_interface', 'edgeapp_interface'],
  ],
  description: [
    ...['title', 'overview', 'detail', 'problem', 'data', 'key_feature', 'value', 'note', 'contact'],
    ...['note_and_contact', 'input_data', 'output_data', 'algorithm', 'user_parameters', 'icon'],
    ...['contents_name', 'contents_version', 'alo_version', 'inference_build_type'],
  ],
  pipeline: [
    ...[
      'type',
      'command',
      'arguments',
      'working_directory',
      'files_uri',
      'container_uri',
      'source_uri',
      'dataset_uri',
      'artifact_uri',
      'model_uri',
    ],
    ...['timeout_seconds', 'stop_signal', 'stop_grace_seconds', 'resource', 'parameters'],
  ],
  resource: ['default'],
  parameters: ['candidate_parameters', 'selected_user_parameters', 'user_parameters'],
  step: ['step', 'args', 'ui_args'],
  parameter: ['name', 'type', 'description', 'default', 'range', 'selectable'],
}
type Place = keyof typeof KNOWN

/** The sentence for a key that neither Podium nor another tool knows. */
const INSTEAD: Record<Place, string> = {
  metadata:
    'Podium reads `name`, `description` and `pipeline`; the program finds the rest in PODIUM_METADATA_FILE.',
  description: 'a text to show is an entry of `detail`, such as {"title": "Data", "content": "…"}.',
  pipeline:
    'a pipeline has `type`, `command`, `arguments`, `working_directory`, `files_uri`, `container_uri`, `dataset_uri`, `timeout_seconds`, `stop_signal`, `stop_grace_seconds`, `resource` and `parameters`.',
  resource: '`resource` has only `default`, the tier; what a tier offers is set in the workspace.',
  parameters: 'what people may set is a list in `user_parameters`.',
  step: 'a step has `step` and `args`.',
  parameter: 'a parameter has `name`, `type`, `description`, `default`, `range` and `selectable`.',
}

/**
 * Sentences about every key of the metadata and every file of the source that has no effect here, with an alternative.
 * They refuse nothing. The first twenty, then the number of further ones.
 * @param files the result of `otherFiles`, by paths in the source
 */
export function withoutEffect(metadata: Metadata, files: readonly string[], host: Host): string[] {
  const sentences = [...keySentences(metadata, host), ...fileSentences(metadata, files, host)]
  const more = sentences.length - MAX_SENTENCES
  if (more <= 0) return sentences
  return [...sentences.slice(0, MAX_SENTENCES), `And ${more} more without effect.`]
}

/** The paths that configure a tool, whether or not Podium reads them; the first fifty. */
export function otherFiles(paths: readonly string[]): string[] {
  return paths.filter((path) => OTHER_FILES.some(({ pattern }) => pattern.test(path))).slice(0, MAX_FILES)
}

function fileSentences(metadata: Metadata, files: readonly string[], host: Host): string[] {
  const { requirements = [] } = packageChoiceOf(metadata)
  const known = knownFiles(files, requirements)
  const isFolder = isObject(metadata.folder)
  return OTHER_FILES.filter(({ isEntryPoint }) => !(isEntryPoint && isFolder)).flatMap(
    ({ pattern, advice }: OtherFiles) => {
      const found = files.filter((path) => pattern.test(path) && !requirements.includes(path))
      const instead = found.length === 0 ? null : advice(host, known)
      return instead === null
        ? []
        : [`Podium does not use ${found.map((path) => cut(path)).join(', ')}: ${instead}`]
    },
  )
}

function keySentences(metadata: Metadata, host: Host): string[] {
  const unknown = (place: Place, object: unknown, path: string) => unknownKeys(place, object, path, host)
  return [
    ...unknown('metadata', metadata, ''),
    ...unknown('description', metadata.description, 'description'),
    ...metadata.pipeline.flatMap((pipeline, index) => {
      const path = `pipeline[${index}]`
      return [
        ...unknown('pipeline', pipeline, path),
        ...containerSentence(pipeline, path, host),
        ...unknown('resource', pipeline.resource, `${path}.resource`),
        ...unknown('parameters', pipeline.parameters, `${path}.parameters`),
        ...parameterSentences(pipeline, `${path}.parameters`, unknown),
      ]
    }),
  ]
}

/** A pipeline without a command cannot start here at all and gets a warning of its own. */
function containerSentence(pipeline: Pipeline, path: string, { containers }: Host): string[] {
  if (containers || containerOf(pipeline) === null || commandOf(pipeline) === null) return []
  return [`${path}.container_uri has no effect here: runs are processes of a machine, not containers.`]
}

type Unknown = (place: Place, object: unknown, path: string) => string[]

function parameterSentences({ parameters }: Pipeline, path: string, unknown: Unknown): string[] {
  if (!isObject(parameters)) return []
  return KNOWN.parameters.flatMap((key) =>
    listOf(parameters[key]).flatMap((step, at) => [
      ...unknown('step', step, `${path}.${key}[${at}]`),
      ...(key === 'user_parameters' && isObject(step)
        ? listOf(step.args).flatMap((one, index) =>
            unknown('parameter', one, `${path}.${key}[${at}].args[${index}]`),
          )
        : []),
    ]),
  )
}

function unknownKeys(place: Place, object: unknown, path: string, host: Host): string[] {
  if (!isObject(object)) return []
  return Object.entries(object)
    .filter(([key, value]) => !isKnown(place, key, value) && !isEmpty(value))
    .map(([key]) => {
      const instead = elsewhere(place, key) ?? keyAdvice(place, key, host) ?? INSTEAD[place]
      return `${cut(memberPath(path, key), LONGEST_PATH)} has no effect here: ${instead}`
    })
}

/** As an object, `python` says how packages are found, and `folder` where it was; as a text, they are another tool's. */
function isKnown(place: Place, key: string, value: unknown): boolean {
  if (place === 'metadata' && ['python', 'folder'].includes(key)) return isObject(value)
  return KNOWN[place].includes(key)
}

/** The right place for a key that is written a level too high, such as `timeout_seconds` beside `pipeline`. */
function elsewhere(place: Place, key: string): string | null {
  if (place !== 'metadata') return null
  if (KNOWN.pipeline.includes(key)) return 'write it into each entry of `pipeline`.'
  if (KNOWN.parameters.includes(key)) return 'write it into `parameters` of each pipeline.'
  return KNOWN.description.includes(key) ? 'write it into `description`.' : null
}

function isEmpty(value: unknown): boolean {
  return !isPresent(value) || (typeof value === 'object' && Object.keys(Object(value)).length === 0)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
