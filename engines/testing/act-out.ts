import { KEPT_WORK } from '@podium/contract/rules/left-behind.ts'
import type { Behaviour } from '../conformance.ts'
import type { RunSpec } from '../engine.ts'
import type { MemoryEngine } from '../memory.ts'

const NOTHING_ELSE = { gpu_percent: null, gpu_memory_mib: null, written_mib: null }

/** Makes an attempt of the memory engine behave as its program would. */
export function actOut(engine: MemoryEngine, spec: RunSpec, behaviour: Behaviour): void {
  const { prints, pipeline, progress, leaves = {}, writes = {}, shows, ends } = behaviour
  engine.start(spec)
  if (prints) engine.log(spec, 'process', prints)
  if (shows) engine.log(spec, 'process', shown(spec, shows))
  if (pipeline) engine.log(spec, 'pipeline', pipeline)
  if (progress) engine.progress(spec, progress)
  for (const [path, bytes] of Object.entries(writes)) engine.output(spec, KEPT_WORK + path, bytes)
  for (const [path, bytes] of Object.entries(leaves)) engine.output(spec, path, bytes)
  if (ends === 'never') engine.uses(spec, { ...NOTHING_ELSE, cpu_seconds: 0.5, memory_mib: 12 })
  if (ends === 'well') engine.end(spec, { outcome: 'succeeded' })
  const reason = `Exit code 3; last line: ${prints?.trim()}`
  if (ends === 'badly') engine.end(spec, { outcome: 'failed', exit_code: 3, reason })
}

function shown({ secrets, variables }: RunSpec, shows: NonNullable<Behaviour['shows']>): string {
  const secretCalled = (name: string) => secrets.find((secret) => secret.name === name)?.value
  const entries = new Map([
    ...Object.entries(variables),
    ...secrets
      .filter(({ in_environment }) => in_environment)
      .map(({ name, value }) => [name, value] as const),
    ['PODIUM_MODE', 'train'] as const,
  ])
  return [
    ...shows.environment.map((name) => `${name}=${entries.get(name) ?? ''};`),
    ...shows.secrets.map((name) => `${secretCalled(name)};`),
  ].join('')
}
