import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type Header, pack } from 'tar-stream'

/** An entry by name and text, or with its own headers. */
export type TestEntry = [name: string, text?: string, headers?: Partial<Header>]

export const trainOnly = {
  name: 'pumps',
  metadata_version: 1.2,
  description: { title: 'Pumps', overview: 'Tells which pump fails next.', contact: 'pumps@example.org' },
  pipeline: [
    {
      type: 'train',
      command: ['python3', 'train.py'],
      parameters: {
        candidate_parameters: [],
        selected_user_parameters: [],
        user_parameters: [
          {
            step: 'train',
            args: [
              { name: 'epochs', type: 'int', description: 'How often', default: [10], range: [1, 200] },
              { name: 'title', type: 'string', description: 'Title', default: 'Report', range: [1, 40] },
            ],
          },
        ],
      },
    },
  ],
}

export const trainAndInference = {
  ...trainOnly,
  pipeline: [...trainOnly.pipeline, { type: 'inference', command: ['python3', 'score.py'] }],
}

/** Packs the entries into a tar.gz, in their order. */
export async function packed(...entries: TestEntry[]): Promise<Buffer> {
  return gzipSync(await tarOf(entries))
}

export function tarOf(entries: TestEntry[]): Promise<Buffer> {
  const archive = pack()
  for (const [name, text = '', headers = {}] of entries) archive.entry({ name, ...headers }, text)
  archive.finalize()
  return buffer(Readable.from(archive))
}

/** An archive as people create them: metadata, a program, sample data. */
export function solutionArchive(metadata: object = trainAndInference): Promise<Buffer> {
  return packed(
    ['metadata.json', JSON.stringify(metadata)],
    ['train.py', 'print("training")\n'],
    ['score.py', 'print("scoring")\n'],
    ['parts/model.py', 'WEIGHTS = []\n'],
    ['data/train/pumps.csv', 'a,b\n1,2\n'],
    ['data/inference/new.csv', 'a\n1\n'],
  )
}
