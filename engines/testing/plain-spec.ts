import { randomUUID } from 'node:crypto'
import type { RunSpec } from '../engine.ts'

/** Returns the smallest spec, which prints nothing and succeeds. */
export function plainSpec(changes: Partial<RunSpec> = {}): RunSpec {
  return {
    workspace: 'poc',
    run: randomUUID(),
    attempt: 1,
    name: 'penguins-1',
    mode: 'train',
    command: ['true'],
    image: null,
    metadata: { name: 'penguins' },
    parameters: { train: { epochs: 10 } },
    source: null,
    files: [],
    working_directory: '',
    python_path: [],
    data: [],
    model: null,
    granted: { cpu: 1, memory_mib: 256, gpu: 0 },
    instance_type: null,
    timeout_seconds: null,
    log_limit: 10 * 2 ** 20,
    variables: {},
    secrets: [],
    dev: false,
    workspace_number: 7,
    network: false,
    queue: null,
    pending_limit_minutes: null,
    system_user: null,
    stop_grace_seconds: null,
    stop_signal: 'SIGTERM',
    ...changes,
  }
}
