import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { commandLinesWith } from '../testing/command-lines.ts'
import { type LocalHome, openLocalHome } from '../testing/local-home.ts'
import { plainHost } from '../testing/plain-host.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { endOf, logHas, textOfLog } from '../testing/watching.ts'
import { probePidNamespace } from './pid-namespace.ts'
import { activeOf } from './processes.ts'

const pidNamespace = await probePidNamespace(process.getuid?.() === 0)

/** Lists the processes with this argument. */
async function processesNaming(word: string): Promise<number[]> {
  return activeOf((await commandLinesWith(`\0${word}\0`)).map(([pid]) => pid))
}

describe.runIf(pidNamespace.length > 0)('runs with a process namespace and no control group', () => {
  let local: LocalHome
  let word: string
  beforeEach(async () => {
    word = randomUUID()
    const probe = async (home: string) => {
      const host = await plainHost(home)
      return { ...host, pidNamespace, limits: { ...host.limits, hierarchies: [] } }
    }
    local = await openLocalHome(undefined, { probe, stop_grace_ms: 60_000 })
    return () => local.close()
  })

  /** Starts a program that hides a process: in a session of its own, without environment and without parent. */
  async function hiding(more: string) {
    const hidden = `(setsid env -i sh -c ': > hidden; while [ -e hidden ]; do sleep 0.05; done' ${word} &)`
    const wait = 'while [ ! -e hidden ]; do sleep 0.02; done'
    const spec = plainSpec({ command: ['sh', '-c', `${hidden}; ${wait}; ${more}`] })
    await local.engine.submit(spec)
    return spec
  }

  test('leave no hidden process behind', async () => {
    const spec = await hiding('exit 3')
    expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'failed', exit_code: 3 })
    expect(await processesNaming(word)).toEqual([])
  })

  test('may clean up when they are stopped, and leave no process behind', async () => {
    const spec = await hiding('trap "echo saved; exit 0" TERM; echo ready; while :; do sleep 0.02; done')
    await logHas(local.engine, spec, 'ready')
    expect(await processesNaming(word)).not.toEqual([])
    await local.engine.stop(spec)
    expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'stopped', exit_code: 0 })
    expect(await textOfLog(local.engine, spec, 'process')).toContain('saved\n')
    expect(await processesNaming(word)).toEqual([])
  })
})
