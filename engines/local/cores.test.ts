import { describe, expect, test } from 'vitest'
import { openLocalHome } from '../testing/local-home.ts'
import { memoryObjects } from '../testing/memory-objects.ts'
import { plainHost } from '../testing/plain-host.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { endOf, textOfLog, waitFor } from '../testing/watching.ts'
import { chooseCores, coresIn, probeCores } from './cores.ts'

test('reads a list of the kernel', () => {
  expect(coresIn('0-2,5,8-9')).toEqual([0, 1, 2, 5, 8, 9])
})

test.each([
  [0.5, [], [0]],
  [1, [[0]], [1]],
  [1.5, [[0], [1]], [2, 3]],
  [2, [[0], [1], [2, 3], [2]], [0, 1]],
  [3, [[1]], [0, 2, 3]],
  [4, [], []],
  [8, [], []],
])('gives a run of %d cores those with the fewest other runs: beside %j, %j', (granted, others, chosen) => {
  expect(chooseCores([0, 1, 2, 3], granted, others).toSorted()).toEqual(chosen)
})

const cores = await probeCores()

describe.runIf(cores.length > 1)('on a machine of several cores', () => {
  test('gives concurrent runs different cores, also after a restart of the server', async () => {
    const local = await openLocalHome(memoryObjects({}), { probe: plainHost })
    try {
      const command = ['sh', '-c', 'nproc; grep Cpus_allowed_list /proc/self/status; exec tail -f /dev/null']
      const specs = [
        plainSpec({ command }),
        plainSpec({ command, granted: { cpu: 0.5, memory_mib: 256, gpu: 0 } }),
      ]
      const logs: string[] = []
      let engine = local.engine
      for (const spec of specs) {
        await engine.submit(spec)
        logs.push(
          await waitFor('its cores', async () => {
            const log = await textOfLog(engine, spec, 'process')
            return log.includes('list') ? log : null
          }),
        )
        await engine.close()
        engine = local.reopen()
      }
      expect(logs).toEqual(cores.slice(0, 2).map((core) => `1\nCpus_allowed_list:\t${core}\n`))
      for (const spec of specs) {
        await engine.stop(spec)
        await endOf(engine, spec)
      }
    } finally {
      await local.close()
    }
  })
})
