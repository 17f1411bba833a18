import { Readable } from 'node:stream'
import { createInstance, type Instance } from '@podium/contract/calls/instances.ts'
import { type Registered, registerSolution } from '@podium/contract/calls/solutions.ts'
import { createStream, type Stream } from '@podium/contract/calls/streams.ts'
import type { RunState } from '@podium/contract/rules/run-state.ts'
import { runs } from '@podium/database/schema/runs.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { Player } from '../../../testing/test-people.ts'
import { freshName, inFirst, metadataNamed } from '../../solutions/testing/seed.ts'

export interface InsertedStream {
  solution: Registered
  instance: Instance
  stream: Stream
}

/** Inserts a solution with an instance and a stream on it, created by that person. */
export async function insertStream(
  podium: TestApp,
  who: Player = 'member',
  coupled = false,
): Promise<InsertedStream> {
  const client = podium.as(who)
  const name = freshName('staged')
  const query = inFirst
  const solution = await client.call(registerSolution, {
    query,
    body: { metadata_json: metadataNamed(name) },
  })
  const solution_version_id = solution.versions[0]?.id ?? ''
  const instance = await client.call(createInstance, {
    query,
    body: { name: `${name}-v1`, solution_version_id, coupled },
  })
  const stream = await client.call(createStream, {
    query,
    body: { name: `${name}-stream`, instance_id: instance.id },
  })
  return { solution, instance, stream }
}

let runNumber = 0

/** Inserts a run of the stream in that state, with one object in the bucket. */
export async function insertRun(
  podium: TestApp,
  { solution, instance, stream }: InsertedStream,
  state: RunState,
  values: Partial<typeof runs.$inferInsert> = {},
): Promise<string> {
  runNumber += 1
  const [run] = await podium.deps.database
    .insert(runs)
    .values({
      workspace_id: podium.people.first.id,
      solution_id: solution.id,
      solution_version_id: solution.versions[0]?.id ?? '',
      instance_id: instance.id,
      stream_id: stream.id,
      number: runNumber,
      name: `${stream.name}-${runNumber}`,
      pipeline: 'train',
      state,
      tier_asked: 'standard',
      asked_cpu: 1,
      asked_memory_mib: 1024,
      parameters: {},
      dataset_uri: [],
      metadata_json: {},
      created_by: podium.people.ids.member,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, runNumber)).toISOString(),
      ...values,
    })
    .returning({ id: runs.id })
  if (!run) throw new Error('the run of the test was not made')
  const path = `streams/${stream.id}/${run.id}/1/process.log`
  await podium.deps.objects.put(podium.people.first.s3_bucket_name, path, Readable.from([Buffer.from('log')]))
  return run.id
}
