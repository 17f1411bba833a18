import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listArtifacts, readArtifact } from '@podium/contract/calls/run-files.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import type { LocalEngine } from '@podium/engines/local/local-engine.ts'
import { folderOf, type LocalHome, openLocalHome } from '@podium/engines/testing/local-home.ts'
import { waitFor } from '@podium/engines/testing/watching.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import type { RunLoop } from '../run-loop/run-loop.ts'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

/** Called just before the server opens something at this path; a test replaces it with the acts of a hostile run. */
const before = vi.hoisted(() => ({ opening: (_path: string) => {} }))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const open: typeof real.open = (path, ...asked) => {
    before.opening(String(path))
    return real.open(path, ...asked)
  }
  const opendir: typeof real.opendir = (path, ...asked) => {
    before.opening(String(path))
    return real.opendir(path, ...asked)
  }
  return { ...real, open, opendir }
})

const SCRIPT = `mkdir "$PODIUM_OUTPUT_DIR/z"
echo own > "$PODIUM_OUTPUT_DIR/z/file"
echo '{"fraction":0.5}' >> "$PODIUM_PROGRESS_FILE"
exec tail -f /dev/null`

let home: LocalHome
let fixture: RunFixture<LocalEngine>
let loop: RunLoop
let id: string
let run: string

beforeAll(async () => {
  home = await openLocalHome()
  const { pipeline, ...rest } = metadataForTests()
  const metadata = { ...rest, pipeline: [{ ...pipeline[0], command: ['sh', '-c', SCRIPT] }] }
  fixture = await createRunFixture({ engine: home.engine, metadata })
  loop = fixture.newLoop()
  loop.start()
  id = await fixture.start()
  run = folderOf(home, fixture.key(id))
  await waitFor('the run', async () => (await fixture.info(id)).progress)
  mkdirSync(join(home.home, 'others'))
  writeFileSync(join(home.home, 'others', 'host-token'), 'secret')
  return async () => {
    await loop.close()
    await fixture.close()
    await home.close()
  }
})

test("a run's folder that is replaced by a link shows a member no files of the server", async () => {
  const folder = join(run, 'out', 'z')
  const swap = () => {
    before.opening = () => {}
    renameSync(folder, join(run, 'log', 'z'))
    symlinkSync(join(home.home, 'others'), folder)
  }
  const listed = () => fixture.as('member').call(listArtifacts, { params: { id } })
  expect((await listed()).artifacts.map(({ path }) => path)).toEqual(['z/file'])
  before.opening = (path) => {
    if (path.endsWith('/z')) swap()
  }
  expect((await listed()).artifacts).toEqual([])
  expect((await listed()).artifacts).toEqual([])
  const answer = await fixture.as('member').ask(readArtifact, { params: { id, path: 'z/host-token' } })
  expect(answer.statusCode).toBe(404)
})
