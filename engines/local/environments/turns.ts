import type { Attempt } from '../../attempt/attempt.ts'
import { Deferred } from '../../attempt/deferred.ts'
import type { RunKey, RunSpec } from '../../engine.ts'
import { InstallRefused } from './installation.ts'

/** An attempt, and the name of its run for people. */
export interface NamedAttempt {
  attempt: Attempt
  spec: Pick<RunSpec, 'name'>
}

/** A thing that one attempt creates for all that need it, and the runs that wait for it in the queue. */
interface Turn extends NamedAttempt {
  /** such as 'installs the same packages' */
  does: string
  waiting: Set<string>
}

/** Lets one attempt at a time create a shared thing, and remembers the runs that wait for it in the queue. */
export function createTurns() {
  /** by the name of the thing */
  const turns = new Map<string, Turn>()
  /** by run, why the installation that it waited for would fail for it too */
  const refusals = new Map<string, string>()

  const isOf = ({ attempt }: Turn, other: Attempt) => attempt.directory.root === other.directory.root
  const turnsOf = (attempt: Attempt) => [...turns].filter(([, turn]) => isOf(turn, attempt))

  /** @throws Deferred if another attempt creates one of these */
  function yieldToOther({ attempt }: NamedAttempt, names: string[]): void {
    const others = names.flatMap((name) => turns.get(name) ?? []).filter((turn) => !isOf(turn, attempt))
    for (const { waiting } of others) waiting.add(attempt.key.run)
    if (others[0]) throw new Deferred(waitingSentence(others[0], attempt.key))
  }

  return {
    yield: yieldToOther,
    /**
     * Assigns all of these to the attempt. Call it right after finding that they are missing.
     * @param does the attempt's action, as in 'installs the same packages'
     * @throws Deferred if another attempt creates one of them
     */
    take(owner: NamedAttempt, names: string[], does: string): void {
      yieldToOther(owner, names)
      for (const name of names)
        if (!turns.has(name))
          turns.set(name, { attempt: owner.attempt, spec: owner.spec, does, waiting: new Set() })
    },
    /** Marks the thing as created. */
    done(name: string): void {
      turns.delete(name)
    },
    /** Fails the runs that wait for the attempt's unfinished things, which cannot be created for them either. */
    refuse(attempt: Attempt, sentence: string): void {
      for (const [, { waiting }] of turnsOf(attempt)) for (const run of waiting) refusals.set(run, sentence)
    },
    /** Leaves the attempt's unfinished things to the next attempt. */
    release(attempt: Attempt): void {
      for (const [name] of turnsOf(attempt)) turns.delete(name)
    },
    /**
     * Returns why the run still waits, in a sentence, or null if it may try.
     * @throws InstallRefused once, if the thing it waited for was refused
     */
    deferral(key: RunKey): string | null {
      const refusal = refusals.get(key.run)
      refusals.delete(key.run)
      if (refusal !== undefined) throw new InstallRefused(refusal)
      const turn = [...turns.values()].find(({ waiting }) => waiting.has(key.run))
      return turn === undefined ? null : waitingSentence(turn, key)
    },
  }
}

/** Names the other run only to readers of its own workspace. */
function waitingSentence({ attempt, spec, does }: Turn, { workspace }: RunKey): string {
  // A record of an older release has no name.
  const { name } = spec as Partial<Turn['spec']>
  const isKnown = attempt.key.workspace === workspace && name !== undefined
  return `Waiting for ${isKnown ? `run ${name}` : 'another run'}, which ${does}.`
}
