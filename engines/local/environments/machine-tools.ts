import type { PackagePlan } from '@podium/contract/python-packages/package-plan.ts'
import type { SetupFiles } from '@podium/contract/python-packages/source-files.ts'
import type { Attempt } from '../../attempt/attempt.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { Host } from '../host.ts'
import { programOn } from '../program.ts'
import { createFetchedPythons } from './fetched-pythons.ts'
import { InstallRefused } from './installation.ts'
import { type Interpreter, interpreterFor, PythonMissing } from './interpreters.ts'
import type { Tools } from './layers.ts'
import { nameInSetup } from './setup-name.ts'
import type { createTurns, NamedAttempt } from './turns.ts'
import { createOwnUv } from './uv.ts'

export interface MachineToolsOptions {
  host: Host
  settings: PythonSettings
  clock: () => Date
  /** serialises steps that take something into use or remove it */
  alone: <T>(step: () => Promise<T>) => Promise<T>
  turns: ReturnType<typeof createTurns>
  /** shows the attempt's progress; null: nothing any more */
  show: (attempt: Attempt, sentence: string | null) => void
}

/** An attempt that may create missing tools, and its abort signal. */
interface Maker extends NamedAttempt {
  signal: AbortSignal
}

/** A tool that all workspaces of the machine share. */
interface Shared<T> {
  name: string
  /** as in 'installs uv' */
  does: string
  /** as in 'Installing uv.' */
  sentence: string
  find: () => Promise<T | null>
  make: () => Promise<T>
}

/** Finds the Python and the installer of a plan. One attempt creates a missing one while others wait in the queue. */
export function createMachineTools({ host, settings, clock, alone, turns, show }: MachineToolsOptions) {
  const uv = createOwnUv(host, settings)
  const pythons = createFetchedPythons(host, settings, clock)
  const ofMachine = { set: settings.python, path: host.path }

  /** @throws Deferred if another attempt creates it */
  async function madeOnce<T>({ name, does, sentence, find, make }: Shared<T>, maker: Maker): Promise<T> {
    const found = await find()
    if (found !== null) return found
    const { attempt } = maker
    turns.take(maker, [name], does)
    show(attempt, sentence)
    try {
      // Another attempt may have created it meanwhile.
      return (await find()) ?? (await make())
    } catch (error) {
      if (error instanceof InstallRefused) turns.refuse(attempt, error.message)
      throw error
    } finally {
      turns.done(name)
      show(attempt, null)
    }
  }

  /**
   * Chooses between pip and uv: plans that only uv can read use uv, others the configured one, or uv if the machine has
   * it. Returns the program uv, or null if pip installs.
   */
  async function uvFor(plan: PackagePlan, python: Interpreter, maker: Maker): Promise<string | null> {
    const isRequired = plan.needs_uv || settings.installer === 'uv'
    if (isRequired) return anyUv(async () => python, maker)
    return settings.installer === 'pip' ? null : programOn(host.path, 'uv')
  }

  /** @param python finds the Python whose pip installs uv */
  async function anyUv(python: () => Promise<Interpreter>, maker: Maker): Promise<string> {
    const own = {
      name: 'uv',
      does: 'installs uv',
      sentence: 'Installing uv.',
      find: uv.find,
      make: async () => uv.install(await python(), maker.signal),
    }
    return (await programOn(host.path, 'uv')) ?? madeOnce(own, maker)
  }

  async function pythonFor(requires: string, maker: Maker): Promise<Interpreter> {
    try {
      return await interpreterFor(requires, ofMachine)
    } catch (error) {
      if (!(error instanceof PythonMissing) || settings.python_downloads === null) throw error
    }
    const fetched = {
      name: `python ${requires}`,
      does: `fetches Python ${requires}`,
      sentence: `Fetching Python ${requires}.`,
      find: () => alone(() => pythons.find(requires, maker.attempt)),
      make: async () => {
        const program = await anyUv(() => interpreterFor('', ofMachine), maker)
        return pythons.download(program, requires, maker)
      },
    }
    return madeOnce(fetched, maker)
  }

  return {
    /** the fetched ones */
    pythons,
    /**
     * Call `pythons.release` when the attempt has installed everything.
     * @throws Deferred if another attempt creates a missing tool
     * @throws StartRefused with a sentence if it is unavailable
     */
    async toolsFor(plan: PackagePlan, maker: Maker): Promise<Tools> {
      const interpreter = await pythonFor(plan.requires_python, maker)
      const program = await uvFor(plan, interpreter, maker)
      return {
        plan,
        interpreter,
        by: { python: interpreter.path, uv: program },
        readable: [...uv.reach(program), ...pythons.reach(interpreter)],
      }
    },
    /** Reads the name of a project with a Python of this machine. Returns '' if that fails. */
    async nameInSetup(setup: SetupFiles, uid: number | null): Promise<string> {
      const python = await interpreterFor('', ofMachine).catch(() => null)
      return python === null ? '' : nameInSetup(setup, python.path, uid)
    },
    /** Removes remains of killed servers. Call it before an attempt asks for tools. */
    async tidy(): Promise<void> {
      await uv.tidy()
      await pythons.tidy()
    },
  }
}
