import { beforeEach, describe, expect, test } from 'vitest'
import type { RunSpec } from '../engine.ts'
import { openLocalHome } from '../testing/local-home.ts'
import { memoryObjects } from '../testing/memory-objects.ts'
import { plainHost } from '../testing/plain-host.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { runToEnd, textOfLog } from '../testing/watching.ts'
import { type Host, probeHost } from './host.ts'
import type { LocalEngine } from './local-engine.ts'
import { probeSandbox } from './sandbox.ts'

const { sandbox } = await probeSandbox(['/var/tmp'])

describe.each([
  ['without a sandbox', plainHost, true],
  ['in the sandbox', probeHost, sandbox !== null],
])('%s', (_, probe: (home: string) => Promise<Host>, isHere) => {
  describe.runIf(isHere)('the log of a run', () => {
    let engine: LocalEngine
    beforeEach(async () => {
      const local = await openLocalHome(memoryObjects({}), { probe })
      engine = local.engine
      return () => local.close()
    })

    async function logOf(changes: Partial<RunSpec>): Promise<string> {
      const spec = plainSpec(changes)
      expect(await runToEnd(engine, spec)).toMatchObject({ outcome: 'succeeded' })
      return textOfLog(engine, spec, 'process')
    }

    test('contains output that a program writes to /dev/stderr or /proc/self/fd/1', async () => {
      const script = `echo first
echo error > /dev/stderr
echo both | tee /dev/stderr
echo descriptor > /proc/self/fd/1
echo last`
      expect(await logOf({ command: ['sh', '-c', script] })).toBe(
        'first\nerror\nboth\nboth\ndescriptor\nlast\n',
      )
    })

    test('contains records that Python logs to the file /dev/stdout', { tags: 'python' }, async () => {
      const script = `import logging
logging.getLogger().addHandler(logging.FileHandler('/dev/stdout'))
logging.warning('epoch 1')
print('last')`
      expect(await logOf({ command: ['python3', '-c', script] })).toBe('epoch 1\nlast\n')
    })

    test('can be neither read nor truncated by its program', async () => {
      const script = 'echo first; truncate -s 0 /dev/stderr; cat /dev/stdout; : > /dev/stdout; echo last'
      expect(await logOf({ command: ['sh', '-c', script] })).toMatch(
        /^first\ntruncate: .*\ncat: .*ermission denied\nlast\n$/,
      )
    })

    test('contains the last lines of a program that writes much right before its end', async () => {
      const log = await logOf({ command: ['sh', '-c', 'yes | head -c 4000000; echo last'] })
      expect([log.length, log.slice(-7)]).toEqual([4_000_005, 'y\nlast\n'])
    })

    test('is complete if the program leaves a process that has it open', async () => {
      const script = 'setsid tail -f /dev/null & echo last'
      expect(await logOf({ command: ['sh', '-c', script] })).toBe('last\n')
    })
  })
})
