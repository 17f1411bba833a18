// @module-tag python
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLocalHome } from '../testing/local-home.ts'
import { memoryObjects } from '../testing/memory-objects.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { runToEnd, textOfLog } from '../testing/watching.ts'
import { type Host, probeHost } from './host.ts'
import { plainPython } from './plain-python.ts'

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'podium-python-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function pathWith(...programs: string[]): Promise<string> {
  const folder = await temporary()
  for (const name of programs) {
    await writeFile(join(folder, name), '#!/bin/sh\n')
    await chmod(join(folder, name), 0o755)
  }
  return folder
}

test('creates a python only if there is only a python3', async () => {
  const runs = join(await temporary(), 'runs')
  await mkdir(runs)
  expect(await plainPython(await pathWith('python3', 'python'), runs)).toBeNull()
  expect(await plainPython(await pathWith(), runs)).toBeNull()
  const path = await pathWith('python3')
  expect(await plainPython(path, runs)).toBe(join(runs, '..', 'bin'))
  expect(await plainPython(path, runs)).toBe(join(runs, '..', 'bin'))
})

const probes: [string, (home: string) => Promise<Host>][] = [
  ['in bubblewrap', (home) => probeHost(home)],
  ['without bubblewrap', (home) => probeHost(home, 'no-sandbox-of-that-name')],
]
test.each(probes)(
  'lets a command and its scripts find python on a machine with only python3: %s',
  async (_, probe) => {
    const home = await openLocalHome(memoryObjects({}), {
      probe: async (folder) => ({ ...(await probe(folder)), python_folder: await onlyPython3(folder) }),
    })
    onTestFinished(() => home.close())
    for (const command of [
      ['python', '-c', 'print(41 + 1)'],
      ['sh', '-c', 'python -c "print(41 + 1)"'],
    ]) {
      const spec = plainSpec({ run: command[0] ?? '', command })
      await runToEnd(home.engine, spec)
      expect(await textOfLog(home.engine, spec, 'process')).toBe('42\n')
    }
  },
)

/** Imitates a machine without a program `python`; on a machine with one, that is found first. */
async function onlyPython3(home: string): Promise<string | null> {
  return plainPython(await pathWith('python3'), join(home, 'runs'))
}
