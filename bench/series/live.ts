import { type Browser, chromium } from '@playwright/test'
import type { Series } from '@podium/contract/calls/run-series.ts'
import { admin, ended, readLog } from '@podium/e2e/fixtures/seed.ts'
import { signInAt } from '@podium/e2e/fixtures/sign-in.ts'
import { findChromium } from '../../scripts/chromium.mjs'
import { type Training, withTraining } from '../training.ts'
import { atMost, type Verdict } from '../verdict.ts'
import { p95 } from './zoom-frames.ts'

const WRITES = 200
/** Written before the page is open, and not measured. */
const EARLY = 10
const MAX_MS = 2000

/** The figure written by each method, with the method's name. */
const WAYS: Record<string, string> = {
  module: 'the podium module',
  lines: 'lines in PODIUM_METRICS_FILE',
  newest: 'metrics.json',
  mlflow: "MLflow's file store",
  score: 'the summary of ALO',
}

/** Writes the same value by each method about once a second, out of step with the readers, and prints the time. */
const PROGRAM = `
import json, os, random, time
import podium
out = os.environ["PODIUM_OUTPUT_DIR"]
run = os.path.join(os.environ["MLFLOW_TRACKING_URI"][len("file://"):], "0", "a" * 32)
os.makedirs(os.path.join(run, "metrics"))
with open(os.path.join(run, "meta.yaml"), "w") as file:
    file.write("artifact_uri: ''\\nend_time: null\\nexperiment_id: '0'\\nlifecycle_stage: active\\nrun_id: %s\\nrun_name: bench\\nstart_time: 1\\nstatus: 1\\n" % ("a" * 32))
def append(path, text):
    with open(path, "a") as file:
        file.write(text)
def rewrite(name, text):
    with open(os.path.join(out, name + ".new"), "w") as file:
        file.write(text)
    os.replace(os.path.join(out, name + ".new"), os.path.join(out, name))
def now():
    return round(time.time() * 1000)
for number in range(1, ${WRITES + EARLY} + 1):
    time.sleep(0.7 + random.random() * 0.6)
    at = {}
    podium.log(step=number, module=number)
    at["module"] = now()
    append(os.environ["PODIUM_METRICS_FILE"], json.dumps({"step": number, "lines": number}) + "\\n")
    at["lines"] = now()
    rewrite("metrics.json", json.dumps({"newest": number}))
    at["newest"] = now()
    append(os.path.join(run, "metrics", "mlflow"), "%d %d %d\\n" % (now(), number, number))
    at["mlflow"] = now()
    rewrite("inference_summary.yaml", "result: OK\\nscore: %d\\nprobability: {}\\nnote: bench\\n" % number)
    at["score"] = now()
    print("written", json.dumps([number, at]), flush=True)
time.sleep(3)
`

/** Records each drawn curve: its chart, number of points, and time. */
const NOTE_DRAWN = `
window.drawn = []
const points = new WeakMap()
const { lineTo } = Path2D.prototype
Path2D.prototype.lineTo = function (...place) {
  points.set(this, (points.get(this) ?? 0) + 1)
  return lineTo.apply(this, place)
}
const { stroke } = CanvasRenderingContext2D.prototype
CanvasRenderingContext2D.prototype.stroke = function (...path) {
  const chart = this.canvas.closest('figure')?.querySelector('h3')?.textContent
  if (chart && path[0]) window.drawn.push([chart, points.get(path[0]) ?? 0, Date.now()])
  return stroke.apply(this, path)
}
`

type Written = [number: number, at: Record<string, number>]
type Drawn = [chart: string, points: number, at: number]

/** Measures how long a figure takes from a run's write, by each of five methods, to its curve in Chromium. */
export function measureLive(): Promise<Verdict[]> {
  return withTraining(async (training) => {
    const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
    try {
      return await measureIn(browser, training)
    } finally {
      await browser.close()
    }
  })
}

async function measureIn(browser: Browser, { server, api, start }: Training): Promise<Verdict[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 2400 } })
  await page.addInitScript(NOTE_DRAWN)
  await signInAt(page, server.address, admin)
  const run = await start(PROGRAM)
  await page.goto(`${server.address}/inferenceModel/run/${run.id}?tab=figures`)
  for (const figure of Object.keys(WAYS))
    await page
      .getByRole('group', { name: new RegExp(`^${figure} over steps`) })
      .locator('canvas')
      .waitFor()
  await ended(api, run.id)
  const written = writtenIn(await readLog(api, run.id))
  const drawn = await page.evaluate<Drawn[]>('window.drawn')
  const names = Object.keys(WAYS).join(',')
  const { series } = await api.get<{ series: Series[] }>(
    `/api/v1/streamhistories/${run.id}/series?names=${names}&points=2000`,
  )
  return series.map(({ name, points = [] }) => {
    const values = points.map(([, , value]) => value)
    const delays = delaysOf(
      values,
      drawn.filter(([chart]) => chart === name),
      written.map(([number, at]) => [number, at[name] ?? 0]),
    )
    console.log(
      `${WAYS[name]}: ${delays.length} writes, p95 ${p95(delays)} ms, slowest ${Math.max(...delays)} ms`,
    )
    return atMost(`${WAYS[name]}, from a write to the curve, p95 of ${WRITES}`, p95(delays), MAX_MS, 'ms')
  })
}

function writtenIn(log: string): Written[] {
  return [...log.matchAll(/written (\[.*\])$/gm)].map(([, text = '']) => JSON.parse(text) as Written)
}

/** A curve with that many points includes the last of them. A path of a single point draws two. */
function delaysOf(
  values: readonly number[],
  drawn: readonly Drawn[],
  written: readonly [number, number][],
): number[] {
  const delays = written.slice(-WRITES).map(([number, at]) => {
    const needed = values.findIndex((value) => value >= number) + 1
    const shown = drawn.find(([, points]) => points >= needed && needed > 1)
    if (!shown) throw new Error(`The value ${number} was never drawn.`)
    return shown[2] - at
  })
  if (delays.length < WRITES) throw new Error(`Only ${delays.length} of ${WRITES} values were written.`)
  return delays
}
