import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { memoryObjects } from '../testing/memory-objects.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { endOf, logHas, observeUntil, runToEnd, textOfLog } from '../testing/watching.ts'
import { probeHost } from './host.ts'
import { createLocalEngine, type LocalEngine } from './local-engine.ts'
import { atSamePath, probeSandbox, sandboxPrefix } from './sandbox.ts'

const bwrap = { program: 'bwrap', sizesFolders: true }

function prefixOf(home: string): string {
  const root = `${home}/runs/poc/a/1`
  const reach = { readable: { '/podium': root }, writable: atSamePath([`${root}/out`]), start: root }
  const hidden = [home, `${home}/runs`]
  const plan = { hidden, memoryMib: 512, takesIdentity: true, network: false }
  return sandboxPrefix(bwrap, reach, plan).join(' ')
}

test("empties the folders of the server before it adds the run's own", () => {
  const prefix = prefixOf('/srv/podium')
  const root = '/srv/podium/runs/poc/a/1'
  const order = [
    '--tmpfs /srv/podium ',
    '--dir /srv/podium/runs/poc/a ',
    `--ro-bind ${root} /podium `,
    `--bind ${root}/out ${root}/out `,
    '--remount-ro / ',
  ]
  const positions = order.map((part) => prefix.indexOf(part))
  expect(positions).toEqual([...positions].sort((a, b) => a - b))
  expect(positions[0]).toBeGreaterThan(0)
})

test('restores the path to a home below /tmp in the empty /tmp', () => {
  const prefix = prefixOf('/tmp/demo')
  expect(prefix).not.toContain('--tmpfs /tmp/')
  expect(prefix).toContain('--perms 0711 --dir /tmp/demo --perms 0711 --dir /tmp/demo/runs ')
})

const { sandbox } = await probeSandbox(['/var/tmp'])

describe.runIf(sandbox !== null)('runs in bubblewrap', { tags: 'bubblewrap' }, () => {
  let home: string
  let engine: LocalEngine
  beforeEach(async () => {
    home = await mkdtemp('/var/tmp/podium-sandbox-')
    const objects = memoryObjects({ 'source/sub/x': '', 'source/top.py': 'print("imported")' })
    engine = createLocalEngine({ home, objects, poll_ms: 30 })
    return async () => {
      await engine.close()
      await rm(home, { recursive: true, force: true })
    }
  })

  test('see neither the files of the server nor other runs, and write only their own', async () => {
    await writeFile(join(home, 'host-token'), 'secret')
    await mkdir(join(home, 'runs', 'other', 'b'), { recursive: true })
    const script = `ls -A "${home}" "${home}/runs" "${home}/runs/poc"
cd ..
ls
for name in exit.json begun.json metadata.json data/new work/new out/new log/new /new /etc/new; do
  (echo x >> "$name") 2>/dev/null && echo "wrote $name"
done
true`
    const spec = plainSpec({ command: ['sh', '-c', script] })
    const ended = await runToEnd(engine, spec)
    const log = await textOfLog(engine, spec, 'process')
    expect(log).not.toMatch(/host-token|other|spec\.json/)
    const wrote = log.split('\n').filter((line) => line.startsWith('wrote'))
    expect(wrote).toEqual(['wrote work/new', 'wrote out/new', 'wrote log/new'])
    expect(ended).toMatchObject({ exit_code: 0, outcome: 'succeeded' })
    await engine.forget(spec)
  })

  test('start in their working directory, import from the source, and keep wandb offline', {
    tags: 'python',
  }, async () => {
    const spec = plainSpec({
      source: { bucket: 'poc', path: 'source/', archive: false },
      working_directory: 'sub',
      python_path: ['.'],
      command: ['python3', '-c', 'import top, os; print(os.getcwd(), os.environ["WANDB_MODE"])'],
    })
    await runToEnd(engine, spec)
    expect(await textOfLog(engine, spec, 'process')).toBe('imported\n/podium/work/sub offline\n')
  })

  test('find their files by short paths', { tags: 'python' }, async () => {
    const script = `import os, pathlib, socket
for name, value in sorted(os.environ.items()):
    if value.startswith(("/", "file:")) and not value.startswith("/podium/cache") and name not in ("PATH", "OLDPWD", "_"): print(name, value)
print(os.getcwd(), pathlib.Path.home(), os.environ["XDG_CACHE_HOME"])
socket.socket(socket.AF_UNIX).bind(os.environ["PODIUM_LOG_DIR"] + "/" + 80 * "a")
pathlib.Path(os.environ["PODIUM_OUTPUT_DIR"], "metrics.json").write_text("{}")
os.symlink(os.environ["PODIUM_OUTPUT_DIR"] + "/metrics.json", os.environ["PODIUM_OUTPUT_DIR"] + "/latest")`
    const model = { bucket: 'models', path: 'm/', archive: false }
    const secrets = [{ name: 'TOKEN', value: 'x', in_environment: false }]
    const spec = plainSpec({ command: ['python3', '-c', script], model, secrets })
    await engine.close()
    const objects = memoryObjects({ 'm/weights': 'w' })
    const python = fileURLToPath(new URL('../../python', import.meta.url))
    engine = createLocalEngine({ home, objects, poll_ms: 30, python })
    await runToEnd(engine, spec)
    expect((await textOfLog(engine, spec, 'process')).trim().split('\n')).toEqual([
      'HOME /podium/work',
      'MLFLOW_TRACKING_URI file:///podium/out/mlruns',
      'PODIUM_DATA_DIR /podium/data',
      'PODIUM_LOG_DIR /podium/log',
      'PODIUM_METADATA_FILE /podium/metadata.json',
      'PODIUM_METRICS_FILE /podium/out/metrics.jsonl',
      'PODIUM_MODEL_DIR /podium/model',
      'PODIUM_OUTPUT_DIR /podium/out',
      'PODIUM_PARAMETERS_FILE /podium/parameters.json',
      'PODIUM_PROGRESS_FILE /podium/log/progress.jsonl',
      'PODIUM_SECRETS_DIR /podium/secrets',
      'PWD /podium/work',
      'PYTHONPATH /podium/python',
      '/podium/work /podium/work /podium/cache',
    ])
    expect((await engine.outputs(spec)).files).toMatchObject([{ path: 'metrics.json' }])
  })

  test('also signal processes that left their group', async () => {
    const deaf = `trap 'echo told; exit 0' TERM; echo ready; while :; do sleep 0.02; done`
    const probe = async (folder: string) => {
      const host = await probeHost(folder)
      return { ...host, limits: { ...host.limits, hierarchies: [] } }
    }
    await engine.close()
    engine = createLocalEngine({
      home,
      objects: memoryObjects({}),
      poll_ms: 30,
      probe,
      stop_grace_ms: 60_000,
    })
    const spec = plainSpec({ command: ['setsid', '--fork', '--wait', 'sh', '-c', deaf] })
    await engine.submit(spec)
    await logHas(engine, spec, 'ready')
    await engine.stop(spec)
    await endOf(engine, spec)
    expect(await textOfLog(engine, spec, 'process')).toMatch(/^told$/m)
  })

  test('see their own control group, and none of other runs', async () => {
    const other = plainSpec({ command: ['tail', '-f', '/dev/null'], workspace: 'other', workspace_number: 8 })
    await engine.submit(other)
    await observeUntil(engine, other, ({ phase }) => phase === 'running')
    // groups of concurrent runs come and go meanwhile
    const find = ['find', '/sys/fs/cgroup/', '-ignore_readdir_race', '-path', '*/podium/*', '-type', 'd']
    const { stdout: outside } = await promisify(execFile)(find[0] ?? '', find.slice(1))
    const spec = plainSpec({ command: find })
    await runToEnd(engine, spec)
    const seen = (await textOfLog(engine, spec, 'process')).split('\n').filter((line) => line !== '')
    await engine.stop(other)
    await endOf(engine, other)
    const namesOf = (lines: string[], run: string) => lines.filter((line) => line.includes(run)).length
    expect(namesOf(seen, other.run)).toBe(0)
    // as many as there are trees of groups: none if this machine has no usable one
    expect([namesOf(seen, spec.run), seen.length]).toEqual(
      Array(2).fill(namesOf(outside.split('\n'), other.run)),
    )
  })

  test.runIf(process.getuid?.() === 0)(
    'programs find a name for the user and the group of a run',
    {
      tags: 'python',
    },
    async () => {
      const script = `whoami && id && python3 -c '
import getpass, grp, os, pathlib, pwd
me = pwd.getpwuid(os.getuid())
print(getpass.getuser(), me.pw_name, me.pw_dir == os.getcwd(), grp.getgrgid(os.getgid()).gr_name)
print(pathlib.Path.cwd().owner(), os.path.expanduser("~root"))'`
      const spec = plainSpec({ command: ['sh', '-c', script], workspace_number: 42 })
      expect(await runToEnd(engine, spec)).toMatchObject({ outcome: 'succeeded' })
      expect((await textOfLog(engine, spec, 'process')).split('\n')).toEqual([
        'podium-run',
        'uid=100042(podium-run) gid=100042(podium-run) groups=100042(podium-run)',
        'podium-run podium-run True podium-run',
        'podium-run /root',
        '',
      ])
    },
  )

  const SAVES = `trap 'sleep 0.5; echo saved > "$PODIUM_OUTPUT_DIR/saved"; exit 0' TERM
echo ready
while :; do sleep 0.02; done`
  test.each([
    ['by itself', SAVES, 0],
    ['below a shell that does not listen', `sh -c '${SAVES.replaceAll("'", `'"'"'`)}'; echo next`, 143],
    [
      'beside a shell that does not listen',
      `sh -c '${SAVES.replaceAll("'", `'"'"'`)}' & wait; echo next`,
      143,
    ],
  ])('let a program %s clean up when they are stopped', async (_, script, exit_code) => {
    await engine.close()
    engine = createLocalEngine({ home, objects: memoryObjects({}), poll_ms: 30, stop_grace_ms: 60_000 })
    const spec = plainSpec({ command: ['sh', '-c', script] })
    await engine.submit(spec)
    await logHas(engine, spec, 'ready')
    await engine.stop(spec)
    expect(await endOf(engine, spec)).toMatchObject({ outcome: 'stopped', exit_code })
    expect((await engine.outputs(spec)).files).toMatchObject([{ path: 'saved' }])
    expect(await textOfLog(engine, spec, 'process')).not.toContain('next')
  })

  test('are stopped by SIGINT if their solution asks for it, with its grace period', {
    tags: 'python',
  }, async () => {
    await engine.close()
    engine = createLocalEngine({ home, objects: memoryObjects({}), poll_ms: 30, stop_grace_ms: 1 })
    const program = `import os, pathlib, time
try:
    print("ready", flush=True)
    time.sleep(600)
except KeyboardInterrupt:
    time.sleep(0.5)
    pathlib.Path(os.environ["PODIUM_OUTPUT_DIR"], "saved").write_text("1")`
    const spec = plainSpec({
      command: ['python3', '-c', program],
      stop_signal: 'SIGINT',
      stop_grace_seconds: 60,
    })
    await engine.submit(spec)
    await logHas(engine, spec, 'ready')
    await engine.stop(spec)
    expect(await endOf(engine, spec)).toMatchObject({ outcome: 'stopped', exit_code: 0 })
    expect((await engine.outputs(spec)).files).toMatchObject([{ path: 'saved' }])
  })

  test('work with a bubblewrap that cannot size its folders', async () => {
    const older = join(home, 'bwrap')
    const script = '#!/bin/sh\nfor word; do [ "$word" = --size ] && exit 1; done\nexec bwrap "$@"\n'
    await writeFile(older, script, { mode: 0o755 })
    expect((await probeSandbox([home], older)).sandbox).toEqual({ program: older, sizesFolders: false })
  })
})
