import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createRunStage, type RunStage } from '@podium/server/domains/runs/testing/run-stage.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWheel } from '../scripts/build-downloads.mjs'

const ROOT = new URL('..', import.meta.url).pathname
let stage: RunStage
let folder: string
let wheel: string
beforeAll(async () => {
  stage = await createRunStage()
  await stage.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'podium-wheel-'))
  wheel = join(folder, buildWheel(ROOT, folder))
})
afterAll(async () => {
  await stage.close()
  await rm(folder, { recursive: true })
})

/** Runs a program that has the wheel alone; Python reads packages out of zip files. */
async function python(program: string): Promise<unknown> {
  const { port } = stage.app.server.address() as AddressInfo
  const head = `import json, podium\nserver = podium.Client("http://127.0.0.1:${port}", "${stage.cast.tokens.member}", workspace="first-ws")\n`
  const { stdout } = await promisify(execFile)('python3', ['-c', head + program], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: wheel },
  })
  return JSON.parse(stdout)
}

test('what a run left is downloaded, its model is listed and gets an alias', async () => {
  const id = await stage.start()
  await stage.loop.tick()
  stage.deps.engine.output(stage.key(id), 'model/weights.json', '[1,2]')
  stage.deps.engine.output(stage.key(id), 'report/notes.txt', 'Trained well.')
  stage.deps.engine.end(stage.key(id), { outcome: 'succeeded' })
  await stage.loop.tick()
  const found = await python(`
server.download_model("${id}", "model.tar.gz")
note = server.download("${id}", "notes.txt", "report/notes.txt").read_text()
server.set_alias("${id}", "production")
text = "".join(server.follow("${id}"))
print(json.dumps([note, [one["id"] for one in server.models(alias="production")], text == server.log("${id}")]))`)
  expect(found).toEqual(['Trained well.', [id], true])
})

test('a refusal is an exception with the sentence of the server', async () => {
  const told = await python(`
try:
    server.start("no-such")
except podium.PodiumError as error:
    print(json.dumps(str(error)))`)
  expect(told).toBe("There is no solution 'no-such' in first.")
})
