import type { Metadata, Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import type { Mode } from '@podium/contract/solution-metadata/modes.ts'

/** Paths of objects in the bucket of a workspace. A prefix ends with '/'. */

/** Prefix of all versions of the solution. */
export function solutionPrefix(name: string): string {
  return `ai-solutions/${name}/`
}

export function versionPrefix(name: string, version: number): string {
  return `${solutionPrefix(name)}v${version}/`
}

/** The source of all pipelines is one archive, stored under the first of them. */
export function sourcePath(prefix: string, mode: Mode): string {
  return `${prefix}${mode}/source/source.tar.gz`
}

export function dataPrefix(prefix: string, mode: Mode): string {
  return `${prefix}${mode}/data/`
}

/** Older clients look here for the archive of the run that ended last. */
export function artifactsPrefix(name: string, version: number, mode: Mode): string {
  return `${versionPrefix(name, version)}${mode}/artifacts/`
}

export function streamPrefix(stream: string): string {
  return `streams/${stream}/`
}

/** Prefix of the files of all attempts of a run. */
export function runPrefix(run: { id: string; stream_id: string }): string {
  return `${streamPrefix(run.stream_id)}${run.id}/`
}

/** Prefix of the files of one attempt of a run. */
export function attemptPrefix(run: { id: string; stream_id: string; attempt: number }): string {
  return `${runPrefix(run)}${run.attempt}/`
}

/** File name of the archive with a run's logs and outputs. */
export function archiveName(mode: Mode): string {
  return `${mode}_artifacts.tar.gz`
}

/** The contents of an archive that were stored for a version: `sourceMode` is the pipeline that its source is under. */
export interface WrittenArchive {
  bucket: string
  /** prefix of the version, ends with '/' */
  prefix: string
  sourceMode: Mode | null
  data: readonly Mode[]
}

/** Fills the addresses of stored files into the metadata; others stay as the author wrote them. */
export function withAddresses(metadata: Metadata, written: WrittenArchive): Metadata {
  const address = (path: string) => `s3://${written.bucket}/${path}`
  const artifacts = (mode: Mode) => address(`${written.prefix}${mode}/artifacts/`)
  const trains = metadata.pipeline.some((pipeline) => pipeline.type === 'train')
  const filled = (pipeline: Pipeline): Pipeline => ({
    ...pipeline,
    ...(written.sourceMode && { source_uri: address(sourcePath(written.prefix, written.sourceMode)) }),
    ...(written.data.includes(pipeline.type) && {
      dataset_uri: [address(dataPrefix(written.prefix, pipeline.type))],
    }),
    artifact_uri: artifacts(pipeline.type),
    ...(pipeline.type === 'inference' && { model_uri: trains ? artifacts('train') : null }),
  })
  return { ...metadata, pipeline: metadata.pipeline.map(filled) }
}
