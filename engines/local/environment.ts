import type { RunSpec } from '../engine.ts'
import type { AttemptDirectory } from './attempt-directory.ts'

export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * All that a run finds in its environment; nothing is inherited from the server.
 * @param temporary its folder for temporary files; null where its /tmp is its own
 */
export function runEnvironment(
  spec: RunSpec,
  directory: AttemptDirectory,
  { path, temporary }: { path: string; temporary: string | null },
): Record<string, string> {
  return {
    PATH: path,
    HOME: directory.work,
    ...(temporary !== null && { TMPDIR: temporary }),
    LANG: 'C.UTF-8',
    PODIUM_RUN_ID: spec.run,
    PODIUM_MODE: spec.mode,
    PODIUM_METADATA_FILE: directory.metadata,
    PODIUM_PARAMETERS_FILE: directory.parameters,
    PODIUM_DATA_DIR: directory.data,
    ...(spec.model === null ? {} : { PODIUM_MODEL_DIR: directory.model }),
    ...outputEntry(directory),
    PODIUM_LOG_DIR: directory.log,
    PODIUM_PROGRESS_FILE: directory.progress,
    PODIUM_CPU: String(spec.granted.cpu),
    PODIUM_MEMORY_MIB: String(spec.granted.memory_mib),
    PODIUM_GPU: String(spec.granted.gpu),
    ...(spec.dev && { PODIUM_LOG_LEVEL: 'debug' }),
  }
}

/** The entry that names this attempt and no other, by which its processes can be found. */
export function outputEntry(directory: AttemptDirectory): { PODIUM_OUTPUT_DIR: string } {
  return { PODIUM_OUTPUT_DIR: directory.output }
}
