import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '../../engine.ts'
import { archiveOf } from '../../testing/archives.ts'
import { waitFor } from '../../testing/watching.ts'
import { exitOf, openPodParts } from '../testing/pod-parts.ts'
import { LOG_BEGINS } from './commands.ts'

let pods: Awaited<ReturnType<typeof openPodParts>>
beforeAll(async () => {
  pods = await openPodParts()
  return () => pods.close()
})

/** Creates a file in the output folder that the command waits for. */
async function touch(volume: string, name: string): Promise<void> {
  await writeFile(join(volume, 'out', name), '')
}

const sh = (script: string) => ['sh', '-c', script]
const input = (path: string, archive = false): Input => ({ bucket: 'poc', path, archive })

describe.concurrent('the inputs of a command', () => {
  test('are those on one machine, beside the environment of its image', async () => {
    pods.objects['source.tar.gz'] = await archiveOf([
      {
        name: 'steps/train.sh',
        content:
          '#!/bin/sh\ncat "$PODIUM_DATA_DIR"/a/b.csv; echo "$@" $FROM_IMAGE; cat ../laid/over; echo x > made',
        mode: 0o755,
      },
    ])
    pods.objects['data/a/b.csv'] = 'rows\n'
    pods.objects['files/laid/over'] = 'laid over\n'
    const pod = await pods.podOf({
      command: ['./train.sh', "it's", '$(date)', '$$'],
      source: input('source.tar.gz', true),
      files: [input('files/')],
      working_directory: 'steps',
      data: [input('data/')],
    })
    const printed = "rows\nit's $(date) $$ yes\nlaid over\n"
    expect(await pod.runToEnd()).toBe(LOG_BEGINS + printed)
    expect(await pod.logOf()).toBe(printed)
    const { files } = await pods.attempts.outputs(pod.spec)
    expect(files.map(({ path }) => path)).toEqual(['work/steps/made'])
  })

  test('are refused to the server if they can never be prepared', { tags: ['long'] }, async () => {
    const { spec, fetch } = await pods.podOf({ source: input('missing.tar.gz', true) })
    expect(await fetch()).toBe(1)
    const record = await pods.attempts.find(spec)
    expect(record?.ended).toMatchObject({ outcome: 'failed', exit_code: null })
    expect(record?.ended?.reason).toContain('There is no object `missing.tar.gz`')
    expect(record?.is_complete).toBe(true)
  })

  test('are not prepared for a run that is being stopped', { tags: ['long'] }, async () => {
    const { spec, fetch } = await pods.podOf({})
    await pods.attempts.note(spec, { stop_requested_at: new Date(0).toISOString() })
    expect(await fetch()).toBe(1)
  })

  test('are not prepared again in another pod of an attempt whose command has begun', async () => {
    const { spec, fetch } = await pods.podOf({})
    await pods.attempts.note(spec, { started_at: new Date(0).toISOString() })
    expect(await fetch()).toBe(1)
    expect((await pods.attempts.find(spec))?.ended).toBeNull()
  })

  test('are complete if the server goes away while they are prepared', { tags: ['long'] }, async () => {
    pods.objects['big/one'] = 'x'.repeat(300_000)
    const pod = await pods.podOf({ command: sh('wc -c < "$PODIUM_DATA_DIR/one"'), data: [input('big/')] })
    let cuts = 3
    pod.server.before('object', async (done) => {
      if (cuts-- > 0) throw new Error('cut')
      await done()
    })
    await pod.runToEnd()
    expect(await pod.logOf()).toBe('300000\n')
  })
})

describe('packages that a source names and that are not installed here', () => {
  test('are mentioned in the first line of its log', async () => {
    const entry = { name: 'requirements.txt', content: 'pandas\n' }
    pods.objects['packages.tar.gz'] = await archiveOf([entry])
    const pod = await pods.podOf({ command: sh('echo trains'), source: input('packages.tar.gz', true) })
    await pod.runToEnd()
    expect(await pod.logOf()).toBe(
      'Podium installs nothing of requirements.txt here: the program finds the packages of its image.\ntrains\n',
    )
  })
})

describe.concurrent('the outputs of a command', () => {
  test('are with the server at the end: logs, progress, outputs and exit code', async () => {
    const pod = await pods.podOf({
      command: sh(`echo out; echo err >&2; echo piped > "$PODIUM_LOG_DIR/pipeline.log"
        echo '{"fraction":0.5,"step":"train"}' > "$PODIUM_PROGRESS_FILE"
        mkdir "$PODIUM_OUTPUT_DIR/model"; printf weights > "$PODIUM_OUTPUT_DIR/model/w"; : > "$PODIUM_OUTPUT_DIR/empty"
        exit 3`),
    })
    expect(await pod.runToEnd()).toBe(`${LOG_BEGINS}out\nerr\n`)
    const { spec } = pod
    expect(await pod.logOf()).toBe('out\nerr\n')
    expect(await pod.logOf('pipeline')).toBe('piped\n')
    expect(await pod.outputOf('model/w')).toBe('weights')
    expect((await pods.attempts.outputs(spec)).files.map(({ path }) => path)).toEqual(['empty', 'model/w'])
    const record = await pods.attempts.find(spec)
    expect(record).toMatchObject({ is_complete: true, exit: { exit_code: 3 }, ended: null })
    expect(Date.parse(record?.exit?.ended_at ?? '')).toBeGreaterThanOrEqual(
      Date.parse(record?.started_at ?? ''),
    )
  })

  test('is sent also after its run has ended', async () => {
    const pod = await pods.podOf({ command: sh('printf weights > "$PODIUM_OUTPUT_DIR/w"') })
    const { spec, server } = pod
    let isAway = true
    server.before('output', async (done) => {
      if (isAway) throw new Error('away')
      await done()
    })
    await pod.fetch()
    const main = pod.main()
    const keep = pod.keep()
    expect(await exitOf(main)).toBe(0)
    const at = new Date().toISOString()
    const exit = { exit_code: 0, started_at: at, ended_at: at }
    const ended = { outcome: 'succeeded', exit_code: 0, reason: 'Finished.', raw: {}, ended_at: at } as const
    await pods.attempts.note(spec, { exit, ended })
    const answer = await fetch(`${server.url}/api/v1/runner/outputs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await pods.attempts.makeToken(spec)}` },
      body: '{"paths":[]}',
    })
    expect(await answer.json()).toMatchObject({ stop: false, main_ended: true })
    isAway = false
    expect(await exitOf(keep)).toBe(0)
    expect(await pod.outputOf('w')).toBe('weights')
    expect(await pods.attempts.find(spec)).toMatchObject({ is_complete: true })
  })

  test('is said to be left out where it is too large', { tags: ['long'] }, async () => {
    const pod = await pods.podOf({
      command: sh(`cd "$PODIUM_OUTPUT_DIR"; echo small > a; head -c 17000000 /dev/zero > weights`),
    })
    await pod.runToEnd()
    expect(await pods.attempts.outputs(pod.spec)).toMatchObject({
      files: [{ path: 'a' }],
      left_out: ['weights was left out: it is larger than the server accepts.'],
    })
    expect((await pods.attempts.find(pod.spec))?.is_complete).toBe(true)
  })

  test('are left out if together they are too large, except those that still fit', {
    tags: ['long'],
  }, async () => {
    const pod = await pods.podOf({
      command: sh(
        `cd "$PODIUM_OUTPUT_DIR"; for name in a b; do head -c 9000000 /dev/zero > $name; done; echo small > c`,
      ),
    })
    await pod.runToEnd()
    expect(await pods.attempts.outputs(pod.spec)).toMatchObject({
      files: [{ path: 'a' }, { path: 'c' }],
      left_out: ['b was left out: the outputs together are larger than the server accepts.'],
    })
  })

  test('do not count once the command has removed them', { tags: ['long'] }, async () => {
    const pod = await pods.podOf({
      command: sh(`cd "$PODIUM_OUTPUT_DIR"; for i in 1 2; do
        head -c 10000000 /dev/zero > part; mv part w$i; until [ -e go$i ]; do sleep 0.05; done; rm w$i go$i; done
        head -c 14000000 /dev/zero > model`),
    })
    await pod.fetch()
    pod.main()
    const keep = pod.keep()
    for (const i of [1, 2]) {
      await waitFor(`w${i}`, async () => {
        const { files } = await pods.attempts.outputs(pod.spec)
        const weights = files.filter(({ path }) => path.startsWith('w'))
        return weights.length === 1 && weights[0]?.path === `w${i}` && weights[0].size === 1e7 ? true : null
      })
      await touch(pod.volume, `go${i}`)
    }
    expect(await exitOf(keep)).toBe(0)
    expect(await pods.attempts.outputs(pod.spec)).toMatchObject({
      files: [{ path: 'model', size: 14e6 }],
      left_out: [],
    })
  })

  test('are visible while it runs, also when they are rewritten', { tags: ['long'] }, async () => {
    const pod = await pods.podOf({
      command: sh(`cd "$PODIUM_OUTPUT_DIR"; echo one > metrics.jsonl; echo first > state
        until [ -e go ]; do sleep 0.05; done; echo two >> metrics.jsonl; echo 'other and longer' > state
        echo '{"fraction":1}' > "$PODIUM_PROGRESS_FILE"; until [ -e end ]; do sleep 0.05; done`),
    })
    const { spec } = pod
    await pod.fetch()
    pod.main()
    const keep = pod.keep()
    const seen = (path: string, wanted: string) =>
      waitFor(wanted, async () => ((await pod.outputOf(path).catch(() => '')) === wanted ? true : null))
    await seen('metrics.jsonl', 'one\n')
    await waitFor('the memory that it uses', async () =>
      ((await pods.attempts.find(spec))?.usage?.memory_mib ?? 0) > 0 ? true : null,
    )
    await touch(pod.volume, 'go')
    await seen('metrics.jsonl', 'one\ntwo\n')
    await seen('state', 'other and longer\n')
    await waitFor('progress', async () =>
      (await pods.attempts.find(spec))?.progress?.fraction === 1 ? true : null,
    )
    await touch(pod.volume, 'end')
    expect(await exitOf(keep)).toBe(0)
    expect(await pod.outputOf('state')).toBe('other and longer\n')
  })

  test('miss no byte if the server is away and keep is killed meanwhile', {
    tags: ['long'],
  }, async () => {
    const lines = Array.from({ length: 3_000 }, (_, line) => `line ${line}\n`).join('')
    const pod = await pods.podOf({
      command:
        sh(`i=0; while [ $i -lt 3000 ]; do echo "line $i"; i=$((i+1)); [ $((i % 300)) = 0 ] && sleep 0.2; done
        head -c 5000000 /dev/zero | tr '\\0' a > "$PODIUM_OUTPUT_DIR/weights"`),
    })
    const { spec } = pod
    await pod.fetch()
    pod.main()
    const first = pod.keep()
    await waitFor('the first bytes', async () => ((await pod.logOf()) ? true : null))
    first.kill('SIGKILL')
    let faults = 0
    // Every second call is executed and its answer lost, and every third is not executed.
    for (const call of ['log', 'output', 'end', 'exit', 'progress'])
      pod.server.before(call, async (done) => {
        faults += 1
        if (faults % 3 === 0) throw new Error('away')
        if (faults % 2 === 0) await done().then(() => undefined)
        else return done()
        throw new Error('lost')
      })
    expect(await exitOf(pod.keep())).toBe(0)
    expect((await pod.logOf()) === lines).toBe(true)
    expect((await pod.outputOf('weights')) === 'a'.repeat(5_000_000)).toBe(true)
    expect(await pods.attempts.find(spec)).toMatchObject({ is_complete: true, exit: { exit_code: 0 } })
  })

  test('are sent again if the server has lost them', { tags: ['long'] }, async () => {
    const pod = await pods.podOf({
      command: sh(`cd "$PODIUM_OUTPUT_DIR"; echo one > grows; echo stays > same
        until [ -e go ]; do sleep 0.05; done; echo two >> grows`),
    })
    const { spec } = pod
    await pod.fetch()
    pod.main()
    const keep = pod.keep()
    await waitFor('both', async () => ((await pods.attempts.outputs(spec)).files.length === 2 ? true : null))
    await pods.attempts.keepOutputs(spec, [], [])
    await touch(pod.volume, 'go')
    expect(await exitOf(keep)).toBe(0)
    expect(await pod.outputOf('grows')).toBe('one\ntwo\n')
    expect(await pod.outputOf('same')).toBe('stays\n')
  })

  test('are sent even if the wrapper died with the command and the cluster says that it ended', {
    tags: ['long'],
  }, async () => {
    const pod = await pods.podOf({ command: sh('echo begun; kill -9 $PPID; sleep 0.2') })
    await pod.fetch()
    await exitOf(pod.main())
    const keep = pod.keep()
    await waitFor('the log', async () => ((await pod.logOf()) ? true : null))
    const at = new Date().toISOString()
    await pods.attempts.note(pod.spec, { exit: { exit_code: 137, started_at: at, ended_at: at } })
    expect(await exitOf(keep)).toBe(0)
    expect(await pod.logOf()).toBe('begun\n')
  })
})

describe.concurrent('a command that must end', () => {
  test('is signalled by the server, and may clean up', async () => {
    const pod = await pods.podOf({
      command: sh(
        `trap 'echo saved > "$PODIUM_OUTPUT_DIR/model"; exit 5' TERM; echo going; while :; do sleep 0.1; done`,
      ),
    })
    await pod.fetch()
    pod.main()
    const keep = pod.keep()
    await waitFor('the log', async () => ((await pod.logOf()) ? true : null))
    await pods.attempts.note(pod.spec, { stop_requested_at: new Date().toISOString() })
    expect(await exitOf(keep)).toBe(0)
    expect(await pod.outputOf('model')).toBe('saved\n')
    expect((await pods.attempts.find(pod.spec))?.exit?.exit_code).toBe(5)
  })

  test('gets the SIGTERM of its pod, which keep ignores', { tags: ['long'] }, async () => {
    const pod = await pods.podOf({
      command: sh(`trap 'echo told; exit 7' TERM; echo going; while :; do sleep 0.1; done`),
    })
    await pod.fetch()
    const main = pod.main()
    const keep = pod.keep()
    await waitFor('the log', async () => ((await pod.logOf()) ? true : null))
    keep.kill('SIGTERM')
    main.kill('SIGTERM')
    expect(await exitOf(main)).toBe(7)
    expect(await exitOf(keep)).toBe(0)
    expect(await pod.logOf()).toBe('going\ntold\n')
  })

  test('is ended when its log is too long, and the log until then is kept', {
    tags: ['long'],
  }, async () => {
    const pod = await pods.podOf({
      command: sh('while :; do echo 0123456789; sleep 0.01; done'),
      log_limit: 100,
    })
    await pod.fetch()
    pod.main()
    expect(await exitOf(pod.keep())).toBe(0)
    const record = await pods.attempts.find(pod.spec)
    expect(record?.stop_reason).toContain('The log grew past 100 bytes')
    expect(((await pod.logOf()) ?? '').length).toBeGreaterThan(100)
  })
})
