import type { Metadata, Mode, Pipeline } from '@podium/contract/solution-metadata/metadata.ts'

/** Where things lie in the bucket of a workspace. A prefix ends with '/'. */

/** Of all of the solution's versions. */
export function solutionPrefix(name: string): string {
  return `ai-solutions/${name}/`
}

export function versionPrefix(name: string, version: number): string {
  return `${solutionPrefix(name)}v${version}/`
}

/** The source of all pipelines is one archive, below the first of them. */
export function sourcePath(prefix: string, mode: Mode): string {
  return `${prefix}${mode}/source/source.tar.gz`
}

export function dataPrefix(prefix: string, mode: Mode): string {
  return `${prefix}${mode}/data/`
}

/** Of what runs leave, older clients look here for the archive of the one that ended last. */
export function artifactsPrefix(name: string, version: number, mode: Mode): string {
  return `${versionPrefix(name, version)}${mode}/artifacts/`
}

export function streamPrefix(stream: string): string {
  return `streams/${stream}/`
}

/** Of what all attempts of a run leave. */
export function runPrefix(run: { id: string; stream_id: string }): string {
  return `${streamPrefix(run.stream_id)}${run.id}/`
}

/** Of what an attempt of a run leaves. */
export function attemptPrefix(run: { id: string; stream_id: string; attempt: number }): string {
  return `${runPrefix(run)}${run.attempt}/`
}

/** What the archive of a run with its logs and outputs is called, wherever it lies. */
export function archiveName(mode: Mode): string {
  return `${mode}_artifacts.tar.gz`
}

/** What an archive brought for a version: `sourceMode` names the pipeline that its source lies below. */
export interface WrittenArchive {
  bucket: string
  /** the version's place, ends with '/' */
  prefix: string
  sourceMode: Mode | null
  data: readonly Mode[]
}

/**
 * The metadata with the addresses of what was placed. What the archive did not bring keeps the address that its
 * author wrote.
 */
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
