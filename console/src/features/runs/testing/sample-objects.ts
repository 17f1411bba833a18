import type { InstanceDetail } from '@podium/contract/calls/instances.ts'
import type { Model } from '@podium/contract/calls/models.ts'
import type { listRunNames, listRuns } from '@podium/contract/calls/run-list.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import type { registerSolution, Solution, VersionDetail } from '@podium/contract/calls/solutions.ts'
import type { Stream } from '@podium/contract/calls/streams.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { InstanceGroup } from '../../run-list/stream-tree.tsx'

type ListedRun = ReplyOf<typeof listRuns>['stream_histories'][number]

const MADE = { created_by: 'Mina Sol', created_at: '2026-11-20T09:00:00.000Z' }
const RESOURCES = { cpu: 2, memory_mib: 4096, gpu: 0 }

export function runCalled(name: string, part: Partial<RunInfo> = {}): RunInfo {
  return {
    ...MADE,
    id: `id-${name}`,
    name,
    status: 'succeeded',
    state: 'succeeded',
    detail: 'Finished.',
    pipeline: 'train',
    stream_id: 'id-line-3',
    stream_name: 'line-3',
    instance_id: 'id-vision-line-3',
    instance_name: 'vision-line-3',
    solution_id: 'id-vision',
    solution_name: 'vision',
    version_num: 4,
    model_version: '4.11',
    execution_spec: 'standard',
    tags: [],
    note: '',
    started_at: '2026-11-20T09:01:00.000Z',
    ended_at: '2026-11-20T09:42:07.000Z',
    workspace_id: 'id-poc',
    workspace_name: 'poc-ws',
    solution_version_id: 'id-vision-4',
    attempt: 1,
    exit_code: 0,
    raw: null,
    tier_asked: 'standard',
    tier_given: 'standard',
    instance_type: '2cpu-4gib',
    asked: RESOURCES,
    granted: RESOURCES,
    queue_place: null,
    parameters: { train: { epochs: 40, backbone: 'resnet18' } },
    default_parameters: { train: { epochs: 30, backbone: 'resnet18' } },
    data_sets: [],
    dataset_uri: ['datasets/line3/'],
    variables: {},
    given_variables: null,
    metadata_json: {},
    metrics: {},
    progress: null,
    model_from: null,
    retry_of: null,
    schedule_id: null,
    stop_requested_at: null,
    artifact_bytes: 0,
    logs_trashed_at: null,
    artifacts_trashed_at: null,
    logs_removed_at: null,
    artifacts_removed_at: null,
    stored: true,
    log_types: [],
    log_limit: 1024 ** 3,
    engine: 'local',
    star: false,
    package_count: null,
    series: [],
    ended_in: {},
    steps: [],
    remaining_seconds: null,
    failure: null,
    ...part,
  }
}

/** A run as a list has it, with the figures and parameters of its columns. */
export function listedRun(name: string, part: Partial<ListedRun> = {}): ListedRun {
  return { ...runCalled(name), figures: {}, parameters: {}, ...part }
}

/** The filters that a workspace without runs offers: none. */
export const NO_NAMES: ReplyOf<typeof listRunNames> = {
  figures: [],
  parameters: [],
  tags: [],
  people: [],
  solutions: [],
  streams: [],
}

/** A page of a list that has no more runs than these. */
export function runsOf(...stream_histories: ListedRun[]): ReplyOf<typeof listRuns> {
  return { stream_histories, total: stream_histories.length, total_is_capped: false, next_cursor: null }
}

export const RUNNING = {
  state: 'running',
  status: 'running',
  model_version: '',
  ended_at: null,
  exit_code: null,
} as const satisfies Partial<RunInfo>

export function streamCalled(name: string, part: Partial<Stream> = {}): Stream {
  return {
    ...MADE,
    id: `id-${name}`,
    name,
    instance_id: 'id-vision-line-3',
    instance_name: 'vision-line-3',
    solution_id: 'id-vision',
    solution_name: 'vision',
    version_num: 4,
    workspace_id: 'id-poc',
    workspace_name: 'poc-ws',
    parameters: {},
    run_count: 2,
    newest_model: '4.11',
    last_states: ['failed', 'succeeded'],
    last_run_at: MADE.created_at,
    updated_at: MADE.created_at,
    revision: 1,
    ...part,
  }
}

export function groupOf(streams: Stream[], part: Partial<InstanceGroup> = {}): InstanceGroup {
  return {
    instance_id: 'id-vision-line-3',
    instance_name: 'vision-line-3',
    solution_id: 'id-vision',
    solution_name: 'vision',
    version_num: 4,
    coupled: false,
    draft: false,
    operation_status: 'idle',
    created_by: 'Mina Sol',
    streams,
    ...part,
  }
}

export function instanceCalled(name: string, part: Partial<InstanceDetail> = {}): InstanceDetail {
  return {
    ...MADE,
    id: `id-${name}`,
    name,
    workspace_id: 'id-poc',
    workspace_name: 'poc-ws',
    solution_id: 'id-vision',
    solution_name: 'vision',
    solution_version_id: 'id-vision-4',
    version_num: 4,
    description: '',
    tags: [],
    modes: {},
    execution_specs: {},
    train_resource: null,
    metadata_json: null,
    draft: false,
    coupled: false,
    operation_status: 'idle',
    in_use_edges: 0,
    stream_count: 1,
    run_count: 2,
    updated_at: MADE.created_at,
    revision: 1,
    ...part,
  }
}

export const VERSION: VersionDetail = {
  ...MADE,
  id: 'id-vision-4',
  solution_id: 'id-vision',
  version: 4,
  version_num: 4,
  pipelines: ['train', 'inference'],
  size: 1,
  tool_files: [],
  in_use: true,
  metadata_json: {
    name: 'vision',
    pipeline: [
      {
        type: 'train',
        command: ['python3', 'run.py'],
        dataset_uri: ['ai-solutions/vision/v4/train/data/'],
        resource: { default: 'high' },
        parameters: {
          user_parameters: [
            {
              step: 'train',
              args: [
                { name: 'epochs', type: 'int', default: 30, range: [1, 200], description: 'Passes.' },
                { name: 'learning_rate', type: 'float', default: 0.0005, range: [0.00001, 0.1] },
                { name: 'backbone', type: 'single_selection', default: 'a', selectable: ['a', 'b', 'c'] },
                { name: 'augment', type: 'single_selection', default: true, selectable: [true, false] },
                { name: 'classes', type: 'multi_selection', default: ['x'], selectable: ['x', 'y'] },
                { name: 'title', type: 'string', default: 'Report', range: [1, 8] },
              ],
            },
          ],
        },
      },
      { type: 'inference', command: ['python3', 'run.py'] },
    ],
  },
}

export const SOLUTION: Solution = {
  ...MADE,
  id: 'id-vision',
  seq: 1,
  name: 'vision',
  solution_name: 'vision',
  workspace_id: 'id-poc',
  overview: '',
  versions: [VERSION],
  version_count: 1,
  run_count: 2,
  instance_count: 1,
  stream_count: 1,
  last_run_state: 'succeeded',
  last_run_at: MADE.created_at,
  rating: { mean: 4.5, count: 2, own: null },
  updated_at: MADE.created_at,
  revision: 1,
}

/** The reply to a registration of vision. */
export const REGISTERED: ReplyOf<typeof registerSolution> = {
  id: 'id-vision',
  name: 'vision',
  scope_ws: 'poc-ws',
  workspace_id: 'id-poc',
  workspace_name: 'poc-ws',
  versions: [VERSION],
  warnings: [],
  without_effect: [],
}

/** A model of the stream line-3 of vision, with the alias champion. */
export function modelCalled(name: string, part: Partial<Model> = {}): Model {
  return {
    id: `id-${name}`,
    name,
    version: '4.11',
    solution_id: 'id-vision',
    solution_name: 'vision',
    version_num: 4,
    instance_id: 'id-vision-line-3',
    stream_id: 'id-line-3',
    stream_name: 'line-3',
    run_id: `id-${name}`,
    run_name: 'line-3-11',
    aliases: [{ name: 'champion', given_by: 'mina', given_at: '2026-11-20T08:15:00.000Z' }],
    note: '',
    metrics: { accuracy: 0.9213 },
    created_by: 'mina',
    created_at: '2026-11-20T09:42:07.000Z',
    ...part,
  }
}
