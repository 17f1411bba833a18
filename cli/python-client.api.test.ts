import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createRunFixture, type RunFixture } from '@podium/server/domains/runs/testing/run-fixture.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWheel } from '../scripts/build-downloads.mjs'

const ROOT = new URL('..', import.meta.url).pathname
let fixture: RunFixture
let folder: string
let wheel: string
beforeAll(async () => {
  fixture = await createRunFixture()
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'podium-wheel-'))
  wheel = join(folder, buildWheel(ROOT, folder))
})
afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true })
})

/** Runs a program that has the wheel alone; Python reads packages out of zip files. */
async function python(program: string): Promise<unknown> {
  const { port } = fixture.app.server.address() as AddressInfo
  const head = `import json, podium\nserver = podium.Client("http://127.0.0.1:${port}", "${fixture.people.tokens.member}", workspace="first-ws")\n`
  const { stdout } = await promisify(execFile)('python3', ['-c', head + program], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: wheel },
  })
  return JSON.parse(stdout)
}

test('what a run left is downloaded, its model is listed and gets an alias', async () => {
  const id = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.output(fixture.key(id), 'model/weights.json', '[1,2]')
  fixture.deps.engine.output(fixture.key(id), 'report/notes.txt', 'Trained well.')
  fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  const found = await python(`
server.download_model("${id}", "model.tar.gz")
note = server.download("${id}", "notes.txt", "report/notes.txt").read_text()
server.set_alias("${id}", "production")
text = "".join(server.follow("${id}"))
print(json.dumps([note, [one["id"] for one in server.models(alias="production")], text == server.log("${id}")]))`)
  expect(found).toEqual(['Trained well.', [id], true])
})

test('a folder is registered, started, stopped, waited for and started anew', async () => {
  const run = (await python(`
import pathlib
folder = pathlib.Path("blossoms")
folder.mkdir()
step = {"step": "train", "args": {"epochs": 5}}
parameters = {"candidate_parameters": [step], "selected_user_parameters": [], "user_parameters": []}
pipeline = {"type": "train", "command": ["python3", "train.py"], "parameters": parameters}
folder.joinpath("metadata.json").write_text(json.dumps({"metadata_version": 1.1, "name": "blossoms", "pipeline": [pipeline]}))
folder.joinpath("train.py").write_text("print(1)")
folder.joinpath(".secret").write_text("not sent")
made = server.register(folder)
table = pathlib.Path("table.csv")
table.write_text("a,b")
place = server.upload(table)
run = server.start("blossoms", parameters={"train": {"epochs": 7}}, data=place)
server.stop(run["id"])
print(json.dumps([made["versions"][0]["version_num"], place, run]))`)) as [number, string, { id: string }]
  expect(run).toMatchObject([1, 'datasets/table.csv', { parameters: { train: { epochs: 7 } } }])
  await fixture.loop.tick()
  const [state, again, ids] = (await python(`
run = server.wait("${run[2].id}", every=0.1)
again = server.retry(run["id"])
print(json.dumps([run["state"], again["id"], [one["id"] for one in server.runs(solution="blossoms")]]))`)) as [
    string,
    string,
    string[],
  ]
  expect([state, ids]).toEqual(['stopped', [again, run[2].id]])
})

test('a refusal is an exception with the sentence of the server', async () => {
  const told = await python(`
try:
    server.start("no-such")
except podium.PodiumError as error:
    print(json.dumps(str(error)))`)
  expect(told).toBe("There is no solution 'no-such' in first.")
})
