import { pipelineIn } from '@podium/contract/calls/choices.ts'
import { type ComparedRun, FEWEST_COMPARED, MAX_COMPARED } from '@podium/contract/calls/run-comparison.ts'
import { versionsByName } from '@podium/contract/python-packages/package-lines.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { namesInList } from '@podium/contract/rules/name-list.ts'
import { configurationOf } from '@podium/contract/rules/run-configuration.ts'
import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import { pipelineOf, sourceAddress } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { solutionVersions } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { isUuid } from '../../http/scoped-objects.ts'
import { endedIn } from '../figures/reads.ts'
import { pathOf } from '../objects/data-address.ts'
import { picturesAt } from '../run-files/artifacts.ts'
import { packagesOfRuns } from '../run-records/packages/reads.ts'
import { listColumns } from '../run-records/reads.ts'
import { grantedOf, type RunDeps } from '../run-records/run-row.ts'

/**
 * Reads the runs of the workspace with these ids, in their order, with everything in which they may differ.
 * @param asked the ids, separated by commas
 * @throws Failure RUN.COMPARE if they are too few or too many
 */
export async function readComparison(
  deps: RunDeps,
  workspaceId: string,
  names: string,
): Promise<ComparedRun[]> {
  const ids = namesInList(names.toLowerCase())
  if (ids.length < FEWEST_COMPARED || ids.length > MAX_COMPARED) fail('RUN.COMPARE', { count: ids.length })
  const found = await readRows(deps, workspaceId, ids.filter(isUuid))
  const byId = new Map(found.map((row) => [row.listed.id, row]))
  const inOrder = ids.flatMap((id) => byId.get(id) ?? [])
  return Promise.all(inOrder.map((row) => comparedOf(deps, row)))
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

function readRows({ database }: RunDeps, workspaceId: string, ids: string[]) {
  return database
    .select({
      listed: listColumns,
      row: runs,
      bucket: workspaces.s3_bucket_name,
      version: solutionVersions.metadata_json,
      packages: packagesOfRuns,
      series: sql<string[]>`array(select name from run_series
        where run_id = ${runs}.id and kind = 'figure' order by name)`,
      ended_in: endedIn,
    })
    .from(runs)
    .innerJoin(workspaces, eq(workspaces.id, runs.workspace_id))
    .innerJoin(solutionVersions, eq(solutionVersions.id, runs.solution_version_id))
    .where(and(eq(runs.workspace_id, workspaceId), inArray(runs.id, ids)))
}

async function comparedOf(
  deps: RunDeps,
  { listed, row, bucket, version, packages, series, ended_in }: Row,
): Promise<ComparedRun> {
  const [code, pictures] = await Promise.all([
    codeOf(deps, bucket, pipelineIn(row.metadata_json, row.pipeline) ?? pipelineOf(version, row.pipeline)),
    picturesAt(deps, { ...row, bucket }),
  ])
  return {
    ...listed,
    metrics: row.metrics,
    parameters: row.parameters,
    configuration: configurationOf(row.raw),
    series,
    ended_in,
    dataset_uri: row.dataset_uri,
    tier_given: row.tier_given ?? '',
    instance_type: row.instance_type ?? '',
    granted: grantedOf(row),
    code,
    packages: packages && versionsByName(packages),
    pictures,
  }
}

/** The last bytes of a gzip file: the checksum and the length of its content. */
const GZIP_END = 8

/** Identifies the content of the pipeline's archive, wherever it is; returns the address if it cannot be read. */
async function codeOf({ objects }: RunDeps, bucket: string, pipeline: Pipeline | null): Promise<string> {
  const address = pipeline && sourceAddress(pipeline)
  if (!address) return ''
  const source = pathOf(address, bucket)
  if ('problem' in source) return address
  try {
    const archive = await objects.stat(bucket, source.path)
    if (!archive || archive.size < GZIP_END) return address
    const opened = await objects.open(bucket, source.path, { from: archive.size - GZIP_END })
    if (!opened) return address
    const chunks: Buffer[] = []
    for await (const chunk of opened.stream) chunks.push(chunk as Buffer)
    return `${archive.size.toString(16)}-${Buffer.concat(chunks).toString('hex')}`
  } catch {
    return address
  }
}
