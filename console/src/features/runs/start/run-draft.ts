import { MODES, type Mode } from '@podium/contract/metadata.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import type { ChosenParameters } from '@podium/contract/streams.ts'
import { TIERS, type Tier } from '@podium/contract/tiers.ts'
import { isSample } from '../components/data-name.ts'
import type { Entries } from '../components/parameters/parameter-values.ts'

/** The instance's own data, the version's sample, a data set of the workspace, or files of this machine. */
export type DataFrom = 'instance' | 'sample' | 'set' | 'upload'

/** What was chosen so far; null stands for what makes sense by itself. */
export interface RunDraft {
  target: 'stream' | 'new-stream' | 'new-instance' | null
  stream: string
  instance: string
  solution: string
  version: number | null
  instance_name: string | null
  stream_name: string | null
  pipeline: Mode | null
  /** the run whose model is used, and its solution; null for the newest of the stream */
  model: { run: string; solution: string } | null
  data: DataFrom | null
  dataset: string[]
  folder: string | null
  tier: Tier | null
  /** parameters of the run that this one begins from */
  given: ChosenParameters
  /** the version's own values were asked for, so neither the stream's nor the given ones count */
  plain: boolean
  entries: Entries
}

type Search = Record<string, string | undefined>

/** The draft that an address asks for. */
export function draftOf(search: Search, from: RunInfo | undefined): RunDraft {
  const draft: RunDraft = {
    target: targetOf(search),
    stream: search.stream ?? '',
    instance: search.instance ?? '',
    solution: search.solution ?? '',
    version: Number(search.version?.replace(/^v/, '')) || null,
    instance_name: null,
    stream_name: null,
    pipeline: MODES.find((mode) => mode === search.pipeline) ?? null,
    model: search.model ? { run: search.model, solution: '' } : null,
    data: null,
    dataset: [],
    folder: null,
    tier: TIERS.find((tier) => tier === search.tier) ?? null,
    given: {},
    plain: false,
    entries: {},
  }
  return from ? { ...draft, ...ofRun(from) } : draft
}

function targetOf({ stream, instance, solution }: Search): RunDraft['target'] {
  if (stream) return 'stream'
  if (instance) return 'new-stream'
  return solution ? 'new-instance' : null
}

function ofRun(run: RunInfo): Partial<RunDraft> {
  const tier = TIERS.find((name) => name === run.tier_asked)
  return {
    target: 'stream',
    stream: run.stream_id,
    pipeline: run.pipeline,
    model: run.model_from ? { run: run.model_from, solution: run.solution_id } : null,
    given: { [run.pipeline]: run.parameters },
    ...(tier && { tier }),
    ...(isSample(run.dataset_uri) ? { data: 'sample' } : { data: 'set', dataset: run.dataset_uri }),
  }
}
