// @module-tag prometheus
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { login } from '@podium/contract/calls/auth.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-ports.mjs'
import { createRunFixture, type RunFixture } from '../domains/runs/testing/run-fixture.ts'
import { serveMetrics } from './serve-metrics.ts'

const MONITORING = fileURLToPath(new URL('../../../deploy/monitoring', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'podium-prometheus-'))

let podium: RunFixture
let served: Awaited<ReturnType<typeof serveMetrics>>
let prometheus: { api: string; child: ChildProcess }
beforeAll(async () => {
  podium = await createRunFixture({ env: { PODIUM_AUDIT_STREAM: 'file:///srv/audit.jsonl' } })
  podium.deps.engine.setDisk({ free: 3_000, total: 10_000, reserve: 500 })
  served = await serveMetrics(podium.deps, podium.deps.metrics, { host: '127.0.0.1', port: 0 })
  prometheus = await startPrometheus(new URL(served.url).host)
  return async () => {
    prometheus.child.kill('SIGKILL')
    await served.close()
    await podium.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test("passes Debian's promtool with the rules, their tests and the server’s metrics", async () => {
  promtool(['check', 'rules', 'rules.yaml'])
  promtool(['check', 'config', 'prometheus.yaml'])
  promtool(['test', 'rules', 'rules-test.yaml'])
  promtool(['check', 'metrics'], await (await fetch(served.url)).text())
})

test('has data for each query of the dashboard and each rule on a real server', async () => {
  await answered('up{job="podium"} == 1')
  const signIn = () => podium.as('anonymous').ask(login, { body: { login_id: 'kim', login_pw: 'wrong' } })
  await signIn()
  // a rate exists from the second scrape on
  await answered('podium_calls_total{operation="login"}')
  await signIn()
  for (const outcome of ['succeeded', 'failed'] as const) await runOnce(outcome)
  const rules = readFileSync(join(MONITORING, 'rules.yaml'), 'utf8')
  expect(rules.match(/- alert:/g)?.length).toBe((await rulesRead()).length)
  for (const { name, query, health, lastError } of await rulesRead()) {
    expect([name, health, lastError ?? '']).toEqual([name, 'ok', ''])
    // without its threshold a rule also answers while all is well
    await answered(query.replace(/ (==|<|>) [\d.]+$/, ''))
  }
  for (const query of dashboardQueries()) await answered(query)
})

function promtool(words: string[], input = ''): void {
  execFileSync('promtool', words, { cwd: MONITORING, input, stdio: ['pipe', 'pipe', 'pipe'] })
}

async function startPrometheus(target: string) {
  const port = await freePort()
  const config = readFileSync(join(MONITORING, 'prometheus.yaml'), 'utf8')
    .replaceAll('15s', '200ms')
    .replace('rules.yaml', join(MONITORING, 'rules.yaml'))
    .replace('127.0.0.1:9464', target)
  writeFileSync(join(folder, 'prometheus.yaml'), config)
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'inherit' },
  )
  return { api: `http://127.0.0.1:${port}/api/v1`, child }
}

interface Answer {
  error?: string
  data?: { result: { value: [time: number, value: string] }[] }
}

/** Repeats the query until there is data. Prometheus refuses queries while it opens its storage. */
async function answered(query: string): Promise<void> {
  const address = `${prometheus.api}/query?${new URLSearchParams({ query })}`
  await waitFor(
    async () => {
      const { error = '', data } = (await (await fetch(address)).json()) as Answer
      const values = data?.result.map(({ value }) => value[1]) ?? []
      expect(values, `${query} ${error}`).toContainEqual(expect.not.stringMatching(/^NaN$/))
    },
    { interval: 100 },
  )
}

interface Rule {
  name: string
  query: string
  health: string
  lastError?: string
}

/** The rules as Prometheus read them, once it has evaluated all of them. */
async function rulesRead(): Promise<Rule[]> {
  for (;;) {
    const answer = await fetch(`${prometheus.api}/rules`)
    const { data } = (await answer.json()) as { data: { groups: { rules: Rule[] }[] } }
    const rules = data.groups.flatMap((group) => group.rules)
    if (rules.length > 0 && rules.every(({ health }) => health !== 'unknown')) return rules
    await pause(100)
  }
}

async function runOnce(outcome: 'succeeded' | 'failed'): Promise<void> {
  const id = await podium.start()
  await podium.loop.tick()
  podium.deps.engine.start(podium.key(id))
  await podium.loop.tick()
  podium.deps.engine.end(podium.key(id), { outcome })
  await podium.loop.tick()
}

function dashboardQueries(): string[] {
  const { panels } = JSON.parse(readFileSync(join(MONITORING, 'dashboard.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[]
  }
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')))
}
