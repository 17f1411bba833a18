import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { createDirectoryStore } from '@podium/storage/directory.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { expect, test } from 'vitest'
import { surveyArchive } from './archive-survey.ts'
import { withAddresses } from './object-paths.ts'
import { solutionArchive, trainAndInference } from './testing/archive.ts'
import { writeArchive } from './write-archive.ts'

const BUCKET = 'bucket'
const LIMIT = 1024 * 1024
const destination = {
  bucket: BUCKET,
  prefix: 'ai-solutions/pumps/v1/',
  modes: ['train', 'inference'] as const,
}

async function storeWithBucket(objects = createMemoryStore()): Promise<ObjectStore> {
  await objects.makeBucket(BUCKET)
  return objects
}

async function write(objects: ObjectStore, archive: Buffer) {
  const survey = await surveyArchive(Readable.from([archive]), LIMIT)
  return writeArchive(objects, Readable.from([archive]), survey, destination, LIMIT)
}

async function pathsIn(objects: ObjectStore): Promise<string[]> {
  const paths: string[] = []
  for await (const object of objects.list(BUCKET, '')) paths.push(object.path)
  return paths
}

test('stores sample data file by file and the source as one archive, identical each time', async () => {
  const [first, second] = [await storeWithBucket(), await storeWithBucket()]
  const archive = await solutionArchive()
  const written = await write(first, archive)
  await write(second, archive)
  expect(await pathsIn(first)).toEqual([
    'ai-solutions/pumps/v1/inference/data/new.csv',
    'ai-solutions/pumps/v1/train/data/pumps.csv',
    'ai-solutions/pumps/v1/train/source/source.tar.gz',
  ])
  const sources = await Promise.all(
    [first, second].map(async (objects) => {
      const opened = await objects.open(BUCKET, 'ai-solutions/pumps/v1/train/source/source.tar.gz')
      return opened ? buffer(opened.stream) : null
    }),
  )
  expect(sources[0]).toEqual(sources[1])
  const source = sources[0] ?? Buffer.alloc(0)
  expect(gunzipSync(source).toString()).toContain('parts/model.py')
  expect(gunzipSync(source).toString()).toMatch(/data\/train\/pumps\.csv.*a,b\n1,2\n/s)
  expect(written).toMatchObject({
    sourceMode: 'train',
    data: ['train', 'inference'],
    size: 12 + source.length,
  })
})

test('stores into a directory as into memory', async () => {
  const root = await mkdtemp(join(tmpdir(), 'podium-place-'))
  try {
    const [memory, directory] = [
      await storeWithBucket(),
      await storeWithBucket(createDirectoryStore({ root })),
    ]
    const archive = await solutionArchive()
    expect(await write(directory, archive)).toEqual(await write(memory, archive))
    expect(await pathsIn(directory)).toEqual(await pathsIn(memory))
  } finally {
    await rm(root, { recursive: true })
  }
})

test('fills in the addresses and keeps the rest as it was written', async () => {
  const written = await write(await storeWithBucket(), await solutionArchive())
  const [train, inference] = trainAndInference.pipeline
  expect(withAddresses(trainAndInference as never, written)).toEqual({
    ...trainAndInference,
    pipeline: [
      {
        ...train,
        source_uri: 's3://bucket/ai-solutions/pumps/v1/train/source/source.tar.gz',
        dataset_uri: ['s3://bucket/ai-solutions/pumps/v1/train/data/'],
        artifact_uri: 's3://bucket/ai-solutions/pumps/v1/train/artifacts/',
      },
      {
        ...inference,
        source_uri: 's3://bucket/ai-solutions/pumps/v1/train/source/source.tar.gz',
        dataset_uri: ['s3://bucket/ai-solutions/pumps/v1/inference/data/'],
        artifact_uri: 's3://bucket/ai-solutions/pumps/v1/inference/artifacts/',
        model_uri: 's3://bucket/ai-solutions/pumps/v1/train/artifacts/',
      },
    ],
  })
})

test.each(['train/data/pumps.csv', 'train/source/source.tar.gz'])(
  'fails with the error of the store that could not write %s',
  async (failing) => {
    const objects = await storeWithBucket()
    const broken: ObjectStore = {
      ...objects,
      put: (bucket, path, body, options) =>
        path.endsWith(failing)
          ? Promise.reject(new Error('The disk is full.'))
          : objects.put(bucket, path, body, options),
    }
    await expect(write(broken, await solutionArchive())).rejects.toThrow('The disk is full.')
  },
)
