import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Input, RunSpec } from '../../engine.ts'
import { archiveOf } from '../../testing/archives.ts'
import { memoryObjects } from '../../testing/memory-objects.ts'
import { plainSpec } from '../../testing/plain-spec.ts'
import { readAll, waitFor } from '../../testing/watching.ts'
import { createMemoryAttempts } from '../memory-attempts.ts'
import { buildRunner } from '../testing/runner-program.ts'
import { type RunnerServer, startRunnerServer } from '../testing/runner-server.ts'
import { FETCH, KEEP, MAIN, RUN_DIR, RUNNER_PROGRAM } from './commands.ts'

const attempts = createMemoryAttempts()
const objects: Record<string, Buffer | string> = {}
const children: ChildProcess[] = []
let home: string
let program: string
let server: RunnerServer

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'podium-runner-'))
  program = await buildRunner(join(home, 'a', 'b', 'c'))
})
afterEach(async () => {
  await server.close()
  for (const { pid } of children.splice(0)) killGroup(pid)
})
afterAll(() => rm(home, { recursive: true }))

/** With all that it started, as a container ends. */
function killGroup(pid = 0): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL')
  } catch {
    // nothing of it is left
  }
}

interface Pod {
  spec: RunSpec
  fetch(): Promise<number>
  main(): ChildProcess
  keep(): ChildProcess
}

/** The three parts of a pod as processes of this machine, one folder in the place of its volume. */
async function podOf(changes: Partial<RunSpec>): Promise<Pod> {
  server = await startRunnerServer({ attempts, objects: memoryObjects(objects), unpackLimit: 2 ** 24 })
  const spec = plainSpec(changes)
  await attempts.open(spec)
  const volume = await mkdtemp(join(home, 'volume-'))
  const runner = {
    PATH: process.env.PATH,
    PODIUM_RUNNER_URL: server.url,
    PODIUM_RUN_TOKEN: await attempts.makeToken(spec),
    PODIUM_RUN_DIR: volume,
  }
  const own = new Map([
    ['node', process.execPath],
    [RUNNER_PROGRAM, program],
  ])
  const inPlace = (command: string[]) => command.map((word) => own.get(word) ?? word.replace(RUN_DIR, volume))
  const begin = (env: NodeJS.ProcessEnv, ...[command = '', ...args]: string[]) => {
    const child = spawn(command, args, { env, cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    children.push(child)
    return child
  }
  return {
    spec,
    fetch: () => exitOf(begin(runner, ...inPlace(FETCH))),
    main: () => begin({ PATH: process.env.PATH, FROM_IMAGE: 'yes' }, ...inPlace(MAIN)),
    keep: () => begin(runner, ...inPlace(KEEP)),
  }
}

async function exitOf(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) return child.exitCode
  return (await once(child, 'exit'))[0] as number
}

async function runToEnd({ fetch, main, keep }: Pod): Promise<string> {
  expect(await fetch()).toBe(0)
  const command = main()
  const own = text(command.stdout as NonNullable<typeof command.stdout>)
  expect(await exitOf(keep())).toBe(0)
  return own
}

async function logOf(spec: RunSpec, type: 'process' | 'pipeline' = 'process'): Promise<string | null> {
  const log = await attempts.openLog(spec, type)
  return log && (await readAll(log.stream)).toString()
}

async function outputOf(spec: RunSpec, path: string): Promise<string> {
  return (await readAll(await attempts.openOutput(spec, path))).toString()
}

const sh = (script: string) => ['sh', '-c', script]
const input = (path: string, archive = false): Input => ({ bucket: 'poc', path, archive })

describe('what a command finds', () => {
  test('is what it finds on one machine, beside the environment of its image', async () => {
    objects['source.tar.gz'] = await archiveOf([
      {
        name: 'train.sh',
        content: '#!/bin/sh\ncat "$PODIUM_DATA_DIR"/a/b.csv; echo "$@" $FROM_IMAGE',
        mode: 0o755,
      },
    ])
    objects['data/a/b.csv'] = 'rows\n'
    const { spec, ...pod } = await podOf({
      command: ['./train.sh', "it's", '$(date)', '$$'],
      source: input('source.tar.gz', true),
      data: [input('data/')],
    })
    expect(await runToEnd({ spec, ...pod })).toBe("rows\nit's $(date) $$ yes\n")
    expect(await logOf(spec)).toBe("rows\nit's $(date) $$ yes\n")
  })

  test('is told to the server where it can never be laid out', async () => {
    const { spec, fetch } = await podOf({ source: input('missing.tar.gz', true) })
    expect(await fetch()).toBe(1)
    const record = await attempts.find(spec)
    expect(record?.ended).toMatchObject({ outcome: 'failed', exit_code: null })
    expect(record?.ended?.reason).toContain('There is no object `missing.tar.gz`')
    expect(record?.is_complete).toBe(true)
  })

  test('is not laid out for a run that is being stopped', async () => {
    const { spec, fetch } = await podOf({})
    await attempts.note(spec, { stop_requested_at: new Date(0).toISOString() })
    expect(await fetch()).toBe(1)
  })

  test('is not laid out again in a further pod of an attempt whose command has begun', async () => {
    const { spec, fetch } = await podOf({})
    await attempts.note(spec, { started_at: new Date(0).toISOString() })
    expect(await fetch()).toBe(1)
    expect((await attempts.find(spec))?.ended).toBeNull()
  })

  test('is laid out whole where the server goes away in the middle of it', async () => {
    objects['big/one'] = 'x'.repeat(300_000)
    const pod = await podOf({ command: sh('wc -c < "$PODIUM_DATA_DIR/one"'), data: [input('big/')] })
    let cuts = 3
    server.before('object', async (done) => {
      if (cuts-- > 0) throw new Error('cut')
      await done()
    })
    await runToEnd(pod)
    expect(await logOf(pod.spec)).toBe('300000\n')
  })
})

describe('what a command leaves', () => {
  test('is with the server when all has ended: logs, progress, outputs and how it ended', async () => {
    const pod = await podOf({
      command: sh(`echo out; echo err >&2; echo piped > "$PODIUM_LOG_DIR/pipeline.log"
        echo '{"fraction":0.5,"step":"train"}' > "$PODIUM_PROGRESS_FILE"
        mkdir "$PODIUM_OUTPUT_DIR/model"; printf weights > "$PODIUM_OUTPUT_DIR/model/w"; : > "$PODIUM_OUTPUT_DIR/empty"
        exit 3`),
    })
    expect(await runToEnd(pod)).toBe('out\nerr\n')
    const { spec } = pod
    expect(await logOf(spec)).toBe('out\nerr\n')
    expect(await logOf(spec, 'pipeline')).toBe('piped\n')
    expect(await outputOf(spec, 'model/w')).toBe('weights')
    expect((await attempts.outputs(spec)).files.map(({ path }) => path)).toEqual(['empty', 'model/w'])
    const record = await attempts.find(spec)
    expect(record).toMatchObject({ is_complete: true, exit: { exit_code: 3 }, ended: null })
    expect(Date.parse(record?.exit?.ended_at ?? '')).toBeGreaterThanOrEqual(
      Date.parse(record?.started_at ?? ''),
    )
  })

  test('is said to be left out where it is too large', async () => {
    const pod = await podOf({
      command: sh(`cd "$PODIUM_OUTPUT_DIR"; echo small > a; head -c 17000000 /dev/zero > weights`),
    })
    await runToEnd(pod)
    expect(await attempts.outputs(pod.spec)).toMatchObject({
      files: [{ path: 'a' }],
      left_out: ['weights was left out: it is larger than the server accepts.'],
    })
    expect((await attempts.find(pod.spec))?.is_complete).toBe(true)
  })

  test('is seen while it goes on, also what is written anew', async () => {
    const pod = await podOf({
      command: sh(`cd "$PODIUM_OUTPUT_DIR"; echo one > metrics.jsonl; echo first > state
        until [ -e go ]; do sleep 0.05; done; echo two >> metrics.jsonl; echo 'other and longer' > state
        echo '{"fraction":1}' > "$PODIUM_PROGRESS_FILE"; until [ -e end ]; do sleep 0.05; done`),
    })
    const { spec } = pod
    await pod.fetch()
    const main = pod.main()
    const keep = pod.keep()
    const seen = (path: string, wanted: string) =>
      waitFor(wanted, async () => ((await outputOf(spec, path).catch(() => '')) === wanted ? true : null))
    await seen('metrics.jsonl', 'one\n')
    const used = await waitFor('usage', async () => (await attempts.find(spec))?.usage ?? null)
    expect(used.memory_mib).toBeGreaterThan(0)
    const volume = main.spawnargs[1]?.replace('/wrapper', '/out') ?? ''
    await once(spawn('touch', [join(volume, 'go')]), 'exit')
    await seen('metrics.jsonl', 'one\ntwo\n')
    await seen('state', 'other and longer\n')
    await waitFor('progress', async () =>
      (await attempts.find(spec))?.progress?.fraction === 1 ? true : null,
    )
    await once(spawn('touch', [join(volume, 'end')]), 'exit')
    expect(await exitOf(keep)).toBe(0)
    expect(await outputOf(spec, 'state')).toBe('other and longer\n')
  })

  test('misses no byte where the server is away and keep is killed meanwhile', async () => {
    const lines = Array.from({ length: 3_000 }, (_, line) => `line ${line}\n`).join('')
    const pod = await podOf({
      command:
        sh(`i=0; while [ $i -lt 3000 ]; do echo "line $i"; i=$((i+1)); [ $((i % 300)) = 0 ] && sleep 0.2; done
        head -c 5000000 /dev/zero | tr '\\0' a > "$PODIUM_OUTPUT_DIR/weights"`),
    })
    const { spec } = pod
    await pod.fetch()
    pod.main()
    const first = pod.keep()
    await waitFor('the first bytes', async () => ((await logOf(spec)) ? true : null))
    first.kill('SIGKILL')
    let faults = 0
    // Every second call is done and its answer lost, every third is not done at all.
    for (const call of ['log', 'output', 'end', 'exit', 'progress'])
      server.before(call, async (done) => {
        faults += 1
        if (faults % 3 === 0) throw new Error('away')
        if (faults % 2 === 0) await done().then(() => undefined)
        else return done()
        throw new Error('lost')
      })
    expect(await exitOf(pod.keep())).toBe(0)
    expect((await logOf(spec)) === lines).toBe(true)
    expect((await outputOf(spec, 'weights')) === 'a'.repeat(5_000_000)).toBe(true)
    expect(await attempts.find(spec)).toMatchObject({ is_complete: true, exit: { exit_code: 0 } })
  })

  test('is sent again where the server has lost what it had', async () => {
    const pod = await podOf({
      command: sh(`cd "$PODIUM_OUTPUT_DIR"; echo one > grows; echo stays > same
        until [ -e go ]; do sleep 0.05; done; echo two >> grows`),
    })
    const { spec } = pod
    await pod.fetch()
    const main = pod.main()
    const keep = pod.keep()
    await waitFor('both', async () => ((await attempts.outputs(spec)).files.length === 2 ? true : null))
    await attempts.keepOutputs(spec, [], [])
    await once(spawn('touch', [join(main.spawnargs[1]?.replace('/wrapper', '/out') ?? '', 'go')]), 'exit')
    expect(await exitOf(keep)).toBe(0)
    expect(await outputOf(spec, 'grows')).toBe('one\ntwo\n')
    expect(await outputOf(spec, 'same')).toBe('stays\n')
  })

  test('is sent also where the wrapper died with the command and the cluster says that it ended', async () => {
    const pod = await podOf({ command: sh('echo begun; kill -9 $PPID; sleep 0.2') })
    await pod.fetch()
    await exitOf(pod.main())
    const keep = pod.keep()
    await waitFor('the log', async () => ((await logOf(pod.spec)) ? true : null))
    const at = new Date().toISOString()
    await attempts.note(pod.spec, { exit: { exit_code: 137, started_at: at, ended_at: at } })
    expect(await exitOf(keep)).toBe(0)
    expect(await logOf(pod.spec)).toBe('begun\n')
  })
})

describe('a command that must end', () => {
  test('is told by the server, and may put things in order', async () => {
    const pod = await podOf({
      command: sh(
        `trap 'echo saved > "$PODIUM_OUTPUT_DIR/model"; exit 5' TERM; echo going; while :; do sleep 0.1; done`,
      ),
    })
    await pod.fetch()
    pod.main()
    const keep = pod.keep()
    await waitFor('the log', async () => ((await logOf(pod.spec)) ? true : null))
    await attempts.note(pod.spec, { stop_requested_at: new Date().toISOString() })
    expect(await exitOf(keep)).toBe(0)
    expect(await outputOf(pod.spec, 'model')).toBe('saved\n')
    expect((await attempts.find(pod.spec))?.exit?.exit_code).toBe(5)
  })

  test('hears a TERM of its pod, which keep passes over', async () => {
    const pod = await podOf({
      command: sh(`trap 'echo told; exit 7' TERM; echo going; while :; do sleep 0.1; done`),
    })
    await pod.fetch()
    const main = pod.main()
    const keep = pod.keep()
    await waitFor('the log', async () => ((await logOf(pod.spec)) ? true : null))
    keep.kill('SIGTERM')
    main.kill('SIGTERM')
    expect(await exitOf(main)).toBe(7)
    expect(await exitOf(keep)).toBe(0)
    expect(await logOf(pod.spec)).toBe('going\ntold\n')
  })

  test('is asked to when its log is too long, and what it wrote until then is kept', async () => {
    const pod = await podOf({ command: sh('while :; do echo 0123456789; sleep 0.01; done'), log_limit: 100 })
    await pod.fetch()
    pod.main()
    expect(await exitOf(pod.keep())).toBe(0)
    const record = await attempts.find(pod.spec)
    expect(record?.stop_reason).toContain('The log grew past 100 bytes')
    expect(((await logOf(pod.spec)) ?? '').length).toBeGreaterThan(100)
  })
})
