import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Api } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { ended, makeStream, register, solutionFolder, startRun } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

// All charts are visible, because others are not drawn.
test.use({ viewport: { width: 1440, height: 2400 } })

/** Writes a figure by each of five methods: twice at first, and ten times more when the test says so. */
const TRAINING = `
import json, os, time
import podium
out = os.environ["PODIUM_OUTPUT_DIR"]
run = os.path.join(out, "mlruns", "0", "a" * 32)
os.makedirs(os.path.join(run, "metrics"))
with open(os.path.join(run, "meta.yaml"), "w") as file:
    file.write("run_id: " + "a" * 32 + "\\nrun_name: first\\nlifecycle_stage: active\\n")
def append(path, text):
    with open(path, "a") as file:
        file.write(text)
def rewrite(name, text):
    with open(os.path.join(out, name), "w") as file:
        file.write(text)
def write(step):
    podium.log(step=step, module=1 / step)
    append(os.environ["PODIUM_METRICS_FILE"], json.dumps({"step": step, "lines": 0.1 * step}) + "\\n")
    append(os.path.join(run, "metrics", "tracked"), "%d %r %d\\n" % (1700000000000 + step, step / 7, step))
    rewrite("metrics.json", json.dumps({"newest": step}))
    rewrite("inference_summary.yaml", "result: OK\\nscore: %d\\nprobability: {}\\nnote: ''\\n" % step)
write(1)
write(2)
while not os.path.exists(os.path.join(os.environ["PODIUM_LOG_DIR"], "go")):
    time.sleep(0.02)
for step in range(3, 13):
    write(step)
`

test('draws figures written in five ways while the run goes on, with the values of the files', {
  tag: ['@long', '@python'],
}, async ({ page, server, api, workspace, person }) => {
  const faults = watch(page)
  const pipeline = [{ type: 'train', command: ['python3', 'main.py'] }]
  await register(api, workspace, await solutionFolder({ name: 'curves', pipeline }, { 'main.py': TRAINING }))
  const run = await startRun(api, await makeStream(api, workspace, 'curves'))
  await openAs(page, server.address, person, `/inferenceModel/run/${run.id}?ws=${workspace.id}&tab=figures`)
  for (const name of ['module', 'lines', 'newest', 'tracked', 'score']) {
    const chart = page.getByRole('group', { name: new RegExp(`^${name} over steps`) })
    await expect(chart.locator('canvas')).toBeVisible()
  }

  await writeFile(join(server.home, 'runs', workspace.id, run.id, '1', 'log', 'go'), '')
  await ended(api, run.id)
  const lines = (await artifact(api, run.id, 'metrics.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, number>)
  const tracked = (await artifact(api, run.id, `mlruns/0/${'a'.repeat(32)}/metrics/tracked`))
    .trim()
    .split('\n')
  const ofLines = (name: string) =>
    lines.flatMap(({ step, [name]: value }) => (value === undefined ? [] : [[String(step), String(value)]]))
  expect(await tableOf(page, 'module')).toEqual(ofLines('module'))
  expect(await tableOf(page, 'lines')).toEqual(ofLines('lines'))
  expect(await tableOf(page, 'tracked')).toEqual(
    tracked.map((line) => [line.split(' ')[2], String(Number(line.split(' ')[1]))]),
  )
  // A point of a rewritten file is any value that was seen. The last one is always included.
  for (const name of ['newest', 'score']) expect((await tableOf(page, name)).at(-1)?.[1]).toBe('12')
  await expectAccessible(page)
  expect(faults).toEqual([])
})

async function artifact(api: Api, run: string, path: string): Promise<string> {
  return (await api.send('GET', `/api/v1/streamhistories/${run}/artifacts/${path}`)).text()
}

/** Returns the steps and exact values from a curve's table. */
async function tableOf(page: Page, name: string): Promise<(string | null)[][]> {
  await page.getByRole('button', { name: `Show ${name} as a table` }).click()
  const rows = page.getByRole('table', { name: `${name} over steps` }).locator('tbody tr')
  await expect(rows.last().getByRole('cell').last().locator('[title]')).toBeVisible()
  return rows.evaluateAll((all) =>
    all.map((row) => [
      row.querySelector('td')?.textContent ?? null,
      row.querySelector('td:last-child [title]')?.getAttribute('title') ?? null,
    ]),
  )
}
