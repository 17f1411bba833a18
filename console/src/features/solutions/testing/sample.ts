import type { Instance } from '@podium/contract/calls/instances.ts'
import type { Run } from '@podium/contract/calls/runs.ts'
import type { Solution, Version, VersionDetail } from '@podium/contract/calls/solutions.ts'
import type { Stream } from '@podium/contract/calls/streams.ts'
import type { Consequences } from '@podium/contract/wire/shapes.ts'
import { instanceCalled, SOLUTION, streamCalled } from '../../runs/testing/sample-objects.ts'

const MADE_AT = '2026-11-17T09:15:00.000Z'
const TIMES = { created_at: MADE_AT, updated_at: MADE_AT }
const OF_PENGUINS = {
  ...TIMES,
  solution_id: 'solution-penguins',
  solution_name: 'penguins',
  version_num: 2,
}

export function version(num: number, part: Partial<Version> = {}): Version {
  return {
    id: `version-${num}`,
    solution_id: 'solution-penguins',
    version: num,
    version_num: num,
    pipelines: ['train', 'inference'],
    size: 20_480,
    created_by: 'Mina Sol',
    created_at: MADE_AT,
    ...part,
  }
}

export function solution(name: string, part: Partial<Solution> = {}): Solution {
  return {
    ...SOLUTION,
    ...TIMES,
    id: `solution-${name}`,
    name,
    solution_name: name,
    overview: 'Tells three species apart.\nBy their measurements.',
    versions: [version(2), version(1)],
    version_count: 2,
    run_count: 3,
    last_run_at: MADE_AT,
    ...part,
  }
}

export const metadata = {
  metadata_version: 1.2,
  name: 'penguins',
  description: {
    overview: 'Tells three species apart.',
    detail: [
      { title: 'Problem', content: 'No **single** measurement separates them.' },
      { title: 'Key Feature', content: '- fast\n- small' },
      { title: 'History', content: '<script>alert(1)</script>' },
    ],
    contact: 'Ask mina@podium.test or see https://example.test/penguins.',
  },
  pipeline: [
    {
      type: 'train',
      command: ['python3', 'train.py'],
      parameters: {
        candidate_parameters: [{ step: 'train', args: [{ epochs: 30 }] }],
        user_parameters: [
          {
            step: 'train',
            args: [
              { name: 'epochs', type: 'int', description: 'Passes over the data', range: [1, 2000] },
              {
                name: 'optimiser',
                type: 'single_selection',
                selectable: ['sgd', 'momentum'],
                default: 'sgd',
              },
            ],
          },
        ],
      },
    },
    { type: 'inference', command: ['python3', 'inference.py'] },
  ],
}

export function versionDetail(num: number, part: Partial<VersionDetail> = {}): VersionDetail {
  return { ...version(num), metadata_json: metadata, tool_files: [], in_use: true, ...part }
}

export function instance(name: string, part: Partial<Instance> = {}): Instance {
  return instanceCalled(name, {
    ...OF_PENGUINS,
    id: `instance-${name}`,
    solution_version_id: 'version-2',
    run_count: 3,
    created_by: 'Jonas',
    ...part,
  })
}

export function stream(name: string, part: Partial<Stream> = {}): Stream {
  return streamCalled(name, {
    ...OF_PENGUINS,
    id: `stream-${name}`,
    instance_id: 'instance-1',
    instance_name: `${name}-instance`,
    run_count: 3,
    newest_model: '2.1',
    last_states: ['succeeded', 'failed', 'running'],
    last_run_at: MADE_AT,
    ...part,
  })
}

export function run(name: string, part: Partial<Run> = {}): Run {
  return {
    id: `run-${name}`,
    name,
    status: 'running',
    state: 'running',
    detail: '',
    pipeline: 'train',
    stream_id: 'stream-line',
    stream_name: 'line',
    instance_id: 'instance-1',
    instance_name: 'line-instance',
    solution_id: 'solution-penguins',
    solution_name: 'penguins',
    version_num: 2,
    model_version: '',
    execution_spec: 'standard',
    tags: [],
    note: '',
    created_by: 'Mina Sol',
    created_at: MADE_AT,
    started_at: MADE_AT,
    ended_at: null,
    ...part,
  }
}

export function consequences(part: Partial<Consequences> = {}): Consequences {
  return {
    deletable: true,
    reasons: [],
    contains: { versions: 2, instances: 1, streams: 2, runs: 3, bytes: 20_480 },
    names: { instances: ['line-instance'], streams: ['line-1', 'line-2'] },
    ...part,
  }
}
