import type { Attempt } from '../../attempt/attempt.ts'
import { Deferred } from '../../attempt/deferred.ts'
import type { RunKey } from '../../engine.ts'
import { InstallRefused } from './installation.ts'

const INSTALLED_BY_OTHER = 'Waiting for packages that another run of this workspace installs.'

/** The attempt that makes an environment, and the runs that gave their places back until it has. */
interface Turn {
  attempt: string
  waiting: Set<string>
}

/** Lets one attempt at a time make an environment, and remembers the runs that wait for it in the queue. */
export function createTurns() {
  /** by workspace and key of the environment */
  const turns = new Map<string, Turn>()
  /** by run, why the installation that it waited for would fail for it too */
  const refusals = new Map<string, string>()

  const nameOf = ({ key }: Attempt, environment: string) => `${key.workspace} ${environment}`
  const turnsOf = ({ directory }: Attempt) =>
    [...turns].filter(([, { attempt }]) => attempt === directory.root)

  /** @throws Deferred where another attempt makes one of the environments */
  function yieldToOther(attempt: Attempt, environments: string[]): void {
    const made = environments.flatMap((one) => turns.get(nameOf(attempt, one)) ?? [])
    const others = made.filter((turn) => turn.attempt !== attempt.directory.root)
    for (const { waiting } of others) waiting.add(attempt.key.run)
    if (others.length > 0) throw new Deferred(INSTALLED_BY_OTHER)
  }

  return {
    yield: yieldToOther,
    /**
     * Leaves all of these environments to the attempt. Call it right after the look that found them missing.
     * @throws Deferred where another attempt makes one of them
     */
    take(attempt: Attempt, environments: string[]): void {
      yieldToOther(attempt, environments)
      for (const name of environments.map((one) => nameOf(attempt, one)))
        if (!turns.has(name)) turns.set(name, { attempt: attempt.directory.root, waiting: new Set() })
    },
    /** Says that the environment is made. */
    done(attempt: Attempt, environment: string): void {
      turns.delete(nameOf(attempt, environment))
    },
    /** Says that what the attempt has not made cannot be made for the runs that wait for it either. */
    refuse(attempt: Attempt, sentence: string): void {
      for (const [, { waiting }] of turnsOf(attempt)) for (const run of waiting) refusals.set(run, sentence)
    },
    /** Leaves what the attempt has not made to the next one. */
    release(attempt: Attempt): void {
      for (const [name] of turnsOf(attempt)) turns.delete(name)
    },
    /**
     * Why the run still waits, in a sentence; null when it may try.
     * @throws InstallRefused once, where what it waited for was refused
     */
    deferral({ run }: RunKey): string | null {
      const refusal = refusals.get(run)
      refusals.delete(run)
      if (refusal !== undefined) throw new InstallRefused(refusal)
      return [...turns.values()].some(({ waiting }) => waiting.has(run)) ? INSTALLED_BY_OTHER : null
    },
  }
}
