import { createHash } from 'node:crypto'
import { editRetention, previewRetention, type RetentionRule } from '@podium/contract/calls/retention.ts'
import { createRunFixture, type RunFixture } from '../../runs/testing/run-fixture.ts'

export const KEEP_NOTHING_ELSE: RetentionRule = { last: null, best: null, aliased: false, days: null }

/** The objects of a bucket; equal sizes and hashes mean the same content. */
export type Bucket = Map<string, { size: number; sha256: string }>

export interface RetentionFixture extends RunFixture {
  params: { id: string }
  /** Runs a training to its end, with a log, a figure and a model; returns the run's id. */
  train(about?: { stream?: string; accuracy?: number; leaves?: boolean }): Promise<string>
  endNow(id: string, about?: { accuracy?: number; leaves?: boolean }): Promise<void>
  setRules(rules: object): Promise<void>
  /** The ids of the runs whose files the rules would move, by kind, as a preview names them. */
  preview(rules?: object): Promise<{ logs: string[]; artifacts: string[]; as_of: string; bytes: number }>
  bucket(): Promise<Bucket>
  bytesOf(bucket: Bucket): number
}

export async function createRetentionFixture(options = {}): Promise<RetentionFixture> {
  const fixture = await createRunFixture(options)
  const { engine, objects } = fixture.deps
  const params = { id: fixture.people.first.id }

  async function endNow(
    id: string,
    { accuracy = 0.9, leaves = true }: { accuracy?: number; leaves?: boolean } = {},
  ) {
    const key = fixture.key(id)
    engine.start(key)
    engine.log(key, 'process', `it trained to ${accuracy}\n`.repeat(7))
    engine.log(key, 'pipeline', 'a step\n')
    engine.output(key, 'metrics.json', JSON.stringify({ accuracy }))
    engine.output(key, 'plots/curve.csv', `x,y\n1,${accuracy}\n`)
    if (leaves) engine.output(key, 'model/weights.json', `[${accuracy},2,3]`)
    engine.end(key, { outcome: 'succeeded' })
    await fixture.loop.tick()
  }

  async function bucket(): Promise<Bucket> {
    const found: Bucket = new Map()
    const name = fixture.people.first.s3_bucket_name
    for await (const { path, size } of objects.list(name, 'streams/')) {
      const opened = await objects.open(name, path)
      const hash = createHash('sha256')
      for await (const chunk of opened?.stream ?? []) hash.update(chunk as Buffer)
      found.set(path, { size, sha256: hash.digest('hex') })
    }
    return found
  }

  return {
    ...fixture,
    get loop() {
      return fixture.loop
    },
    async startOver() {
      await fixture.startOver()
      params.id = fixture.people.first.id
    },
    params,
    endNow,
    bucket,
    async train({ stream = fixture.ids.stream, ...about } = {}) {
      const id = await fixture.startAs('member', stream, { pipeline: 'train' })
      await fixture.loop.tick()
      await endNow(id, about)
      return id
    },
    async setRules(body) {
      await fixture.as('manager').call(editRetention, { params, body })
    },
    async preview(body = {}) {
      const reply = await fixture
        .as('member')
        .call(previewRetention, { params, query: { page_size: 100 }, body: body as never })
      const withBytes = (kind: 'logs_bytes' | 'artifacts_bytes') =>
        reply.runs.filter((run) => run[kind] > 0).map(({ run_id }) => run_id)
      return {
        logs: withBytes('logs_bytes').sort(),
        artifacts: withBytes('artifacts_bytes').sort(),
        as_of: reply.as_of,
        bytes: reply.logs_bytes + reply.artifacts_bytes,
      }
    },
    bytesOf: (of) => [...of.values()].reduce((sum, { size }) => sum + size, 0),
  }
}
