import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import type { Solution } from '@podium/contract/calls/solutions.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { canMount, createSmallDisk, type SmallDisk } from '@podium/engines/testing/small-disk.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-ports.mjs'
import type { Started } from '../testing/started-program.ts'
import { startServer } from '../testing/started-server.ts'

const DISK_MIB = 620
const MIB = 1024 ** 2
const KILLS = 3
const PASSWORD = 'grey harbour candle nine'
/** A client tries again after this time. */
const PAUSE_MS = 20

const filling = (file: string) => `dd if=/dev/zero of=${file} bs=1M; sleep 3; exit 28`
/** The program of each solution: a run that counts, and those that fill the disk. */
const SCRIPTS = {
  counting: 'i=0; while [ $i -lt 60 ]; do i=$((i+1)); echo line $i; sleep 0.1; done; exit 7',
  'filling-folder': filling('filling'),
  'filling-output': filling('$PODIUM_OUTPUT_DIR/filling'),
}

/** The parts that are killed, in the order of the rounds. */
const PARTS = ['server', 'PostgreSQL', 'supervisor'] as const

class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(`${status}: ${message}`)
    this.status = status
  }
}

describe.runIf(canMount())('a server on a full disk whose parts are killed', () => {
  let disk: SmallDisk
  let server: Started
  let isEnding = false
  let address: string
  let session: string
  let workspace: string
  const printed: string[] = []
  /** instances by solution */
  const instances: Record<string, string> = {}

  beforeAll(async () => {
    disk = createSmallDisk(DISK_MIB)
    const port = String(await freePort())
    address = `http://127.0.0.1:${port}/api/v1`
    start(port)
    await waitFor(isHealthy)
    const login = await send('POST', '/auth/login', { login_id: 'admin', login_pw: PASSWORD })
    session = /access-token=([^;]+)/.exec(login.headers.getSetCookie().join('\n'))?.[1] ?? ''
    const execution_specs = [{ name: 'standard', instance: '1cpu-1gib' }]
    const body = { name: 'full', s3_bucket_name: 'full', execution_specs }
    workspace = (await call<{ id: string }>('POST', '/workspaces', body)).id
    for (const [name, script] of Object.entries(SCRIPTS)) await addInstance(name, script)
  })
  afterAll(async () => {
    isEnding = true
    server.child.kill('SIGTERM')
    await server.ended
    disk.remove()
  })

  /** Starts the server, and again whenever it ends, as a service manager does. */
  function start(port: string): void {
    server = startServer({
      PODIUM_HOME: disk.folder,
      PODIUM_PORT: port,
      PODIUM_LOG_LEVEL: 'warn',
      PODIUM_ADMIN_ID: 'admin',
      PODIUM_ADMIN_PASSWORD: PASSWORD,
    })
    const { text, ended } = server
    void ended.then(() => {
      printed.push(text())
      if (!isEnding) start(port)
    })
  }

  async function send(method: string, path: string, body?: object): Promise<Response> {
    const answer = await fetch(address + path, {
      method,
      headers: { cookie: `access-token=${session}` },
      signal: AbortSignal.timeout(60_000),
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.status !== 200) throw new Refused(answer.status, await answer.text())
    return answer
  }

  async function call<Reply>(method: string, path: string, body?: object): Promise<Reply> {
    return (await (await send(method, path, body)).json()) as Reply
  }

  async function isHealthy(): Promise<void> {
    expect(await call('GET', '/healthz')).toMatchObject({ status: 'ok' })
  }

  async function addInstance(name: string, script: string): Promise<void> {
    const metadata_json = { name, pipeline: [{ type: 'train', command: ['sh', '-c', script] }] }
    const { versions } = await call<Solution>('POST', `/solutions?workspace_id=${workspace}`, {
      metadata_json,
    })
    const body = { name, solution_version_id: versions[0]?.id, coupled: false }
    const { id } = await call<{ id: string }>('POST', `/instances?workspace_id=${workspace}`, body)
    instances[name] = id
  }

  async function addStream(instance: string, name: string): Promise<string> {
    const body = { instance_id: instances[instance], name }
    return (await call<{ id: string }>('POST', `/streams?workspace_id=${workspace}`, body)).id
  }

  async function startRun(instance: string, name: string): Promise<string> {
    const stream = await addStream(instance, name)
    return (await call<RunInfo>('POST', `/streamhistories/${stream}`, {})).id
  }

  const readRun = (id: string) => call<RunInfo>('GET', `/streamhistories/${id}/info`)

  /** Creates streams and reads one after another, whether they are refused or not, until `end` is called. */
  function startLoad(round: number) {
    const acknowledged: string[] = []
    let faults = 0
    let tries = 0
    let isOver = false
    async function go() {
      while (!isOver) {
        tries += 1
        const name = `row-${round}-${tries}`
        try {
          await addStream('counting', name)
          acknowledged.push(name)
          await call('GET', `/workspaces/info?workspace_id=${workspace}`)
        } catch (error) {
          // While the server is down there is no answer at all.
          if (error instanceof Refused && error.status === 500) faults += 1
        }
        await pause(PAUSE_MS)
      }
    }
    const gone = go()
    return {
      /** Waits until some more calls were made. */
      async goesOn(calls: number): Promise<void> {
        const until = tries + calls
        await waitFor(() => expect(tries).toBeGreaterThan(until))
      },
      async end() {
        isOver = true
        await gone
        return { acknowledged, faults }
      },
    }
  }

  /** Kills a part, or the server where there is none of it. Returns the run of a killed supervisor. */
  function kill(part: (typeof PARTS)[number]): string | undefined {
    const [supervised] = supervisorsOf(disk.folder)
    if (part === 'supervisor' && supervised) process.kill(supervised.pid, 'SIGKILL')
    else if (part === 'PostgreSQL') killPostgres(disk.folder)
    else server.child.kill('SIGKILL')
    return part === 'supervisor' ? supervised?.run : undefined
  }

  async function namesOf(round: number): Promise<string[]> {
    const names: string[] = []
    for (let page = 1, more = true; more; page += 1) {
      const query = `workspace_id=${workspace}&q=row-${round}-&page=${page}&page_size=1000`
      const { streams } = await call<{ streams: { name: string }[] }>('GET', `/streams?${query}`)
      names.push(...streams.map(({ name }) => name))
      more = streams.length === 1000
    }
    return names
  }

  /** Expects the true end of a run. That of one whose supervisor was killed may not have been seen. */
  async function expectEnd(id: string, killed: unknown[], isTrue: (run: RunInfo) => boolean): Promise<void> {
    const run = await readRun(id)
    const isLost = killed.includes(id) && run.exit_code === null
    expect([run.name, run.state, run.exit_code, run.detail, isTrue(run) || isLost]).toEqual([
      run.name,
      'failed',
      run.exit_code,
      run.detail,
      true,
    ])
  }

  test.each([1, 2, 3, 4])('loses no acknowledged change and no end of a run (round %i)', async (round) => {
    const counting = await startRun('counting', `counting-${round}`)
    await waitFor(async () => expect((await readRun(counting)).state).toBe('running'))
    const kind = round % 2 === 0 ? 'filling-output' : 'filling-folder'
    const full = await startRun(kind, `${kind}-${round}`)
    const load = startLoad(round)
    await waitFor(async () => expect(disk.free() < MIB || !isLive((await readRun(full)).state)).toBe(true))
    disk.fill()
    const killed: (string | undefined)[] = []
    for (let nth = 0; nth < KILLS; nth += 1) {
      await load.goesOn(10 * round)
      killed.push(kill(PARTS[(round + nth) % PARTS.length] ?? 'server'))
    }
    await load.goesOn(10)
    disk.makeRoom()
    await waitFor(() => addStream('counting', `back-${round}-${performance.now()}`))
    const { acknowledged, faults } = await load.end()
    await waitFor(async () => {
      const runs = await Promise.all([counting, full].map(readRun))
      expect(runs.filter(({ state }) => isLive(state))).toEqual([])
      await isHealthy()
    })
    expect(faults).toBe(0)
    expect(acknowledged.length).toBeGreaterThan(0)
    const present = new Set(await namesOf(round))
    expect(acknowledged.filter((name) => !present.has(name))).toEqual([])
    // This test filled the disk too, which Podium cannot attribute to a run.
    const notFound = /^The disk is full and the cause could not be found/
    await expectEnd(counting, killed, ({ exit_code, detail }) => exit_code === 7 || notFound.test(detail))
    await expectEnd(full, killed, ({ exit_code, detail }) => exit_code === 28 || /disk/.test(detail))
    expect([...printed, server.text()].join('\n')).not.toMatch(/^\s+at /m)
  })
})

/** Kills the home's PostgreSQL if it is running. */
function killPostgres(home: string): void {
  try {
    process.kill(Number(readFileSync(join(home, 'pg18', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  } catch {
    // There is none at this moment.
  }
}

/** Returns the shells that supervise runs of the home. */
function supervisorsOf(home: string): { run: string; pid: number }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    const run = runSupervisedBy(pid, home)
    return run === undefined ? [] : [{ run, pid: Number(pid) }]
  })
}

function runSupervisedBy(pid: string, home: string): string | undefined {
  try {
    const [, script] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const folder = readlinkSync(`/proc/${pid}/cwd`)
    if (script !== 'supervisor' || !folder.startsWith(home)) return undefined
    return /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/\d+$)/.exec(folder)?.[0]
  } catch {
    return undefined
  }
}
