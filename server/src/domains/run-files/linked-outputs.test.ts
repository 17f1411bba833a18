import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createLocalEngine } from '@podium/engines/local/local-engine.ts'
import { probeSandbox } from '@podium/engines/local/sandbox.ts'
import { memoryObjects } from '@podium/engines/testing/memory-objects.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { endOf } from '@podium/engines/testing/watching.ts'
import { createDirectoryStore } from '@podium/storage/directory.ts'
import { expect, onTestFinished, test } from 'vitest'

const { sandbox } = await probeSandbox(['/var/tmp'])

const SCRIPT = `cd $PODIUM_OUTPUT_DIR
mkdir folder; echo x > folder/plain; ln folder/plain twice; ln -s /etc/hostname link; echo y > own; chmod 400 own
echo z > /podium/work/made`

test.runIf(sandbox !== null)(
  'outputs are moved into a store on the same disk, except links and files with several names',
  { tags: 'bubblewrap' },
  async () => {
    const home = await mkdtemp('/var/tmp/podium-linked-')
    const engine = createLocalEngine({ home, objects: memoryObjects({}), poll_ms: 30 })
    onTestFinished(async () => {
      await engine.close()
      await rm(home, { recursive: true, force: true })
    })
    const objects = createDirectoryStore({ root: join(home, 'objects') })
    await objects.makeBucket('poc')
    const spec = plainSpec({ command: ['sh', '-c', SCRIPT], workspace_number: 42 })
    await engine.submit(spec)
    expect(await endOf(engine, spec)).toMatchObject({ outcome: 'succeeded' })
    const moved = async (path: string) => {
      const linked = await engine.withOutputFile?.(spec, path, (file, owner) =>
        objects.linkFile('poc', path, file, { owner }),
      )
      return linked?.size ?? null
    }
    // The second call is a retry after a crash.
    expect([await moved('own'), await moved('own')]).toEqual([2, 2])
    expect([await moved('folder/plain'), await moved('link'), await moved('twice')]).toEqual([
      null,
      null,
      null,
    ])
    for (const path of ['none', '../spec.json', 'folder'])
      await expect(moved(path).then((size) => size ?? Promise.reject(new Error('none')))).rejects.toThrow()
    // Also after the store took it over.
    expect([await moved('work/made'), await moved('work/made')]).toEqual([2, 2])
    expect((await engine.outputs(spec)).files.map(({ path }) => path)).toContain('work/made')
    await engine.forget(spec)
    const opened = await objects.open('poc', 'own')
    expect(opened && (await text(opened.stream))).toBe('y\n')
  },
)

test.runIf(sandbox !== null)(
  'a file of a working folder that dev mode keeps is not moved into the store, since a person may change it',
  { tags: 'bubblewrap' },
  async () => {
    const home = await mkdtemp('/var/tmp/podium-linked-')
    const engine = createLocalEngine({ home, objects: memoryObjects({}), poll_ms: 30 })
    onTestFinished(async () => {
      await engine.close()
      await rm(home, { recursive: true, force: true })
    })
    const spec = plainSpec({ command: ['sh', '-c', SCRIPT], dev: true })
    await engine.submit(spec)
    await endOf(engine, spec)
    const offered = async (path: string) =>
      (await engine.withOutputFile?.(spec, path, async () => true)) ?? false
    expect([await offered('work/made'), await offered('own')]).toEqual([false, true])
  },
)
