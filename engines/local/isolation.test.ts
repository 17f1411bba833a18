import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RunSpec } from '../engine.ts'
import { folderOf, type LocalHome, openLocalHome, recordedPid, startRun } from '../testing/local-home.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { endOf, runToEnd, textOfLog } from '../testing/watching.ts'

const isRoot = process.getuid?.() === 0

/** Tries each requested action and prints the name of the error or the result. */
const PROBE = `
import os, socket, sys
def connect(path):
    socket.socket(socket.AF_UNIX).connect(path)
tries = {
  'read': lambda path: open(path, 'rb').read(1),
  'write': lambda path: open(path, 'ab'),
  'list': os.listdir,
  'remove': os.unlink,
  'connect': connect,
  'signal': lambda pid: os.kill(int(pid), 9),
}
for what, target in zip(sys.argv[1::2], sys.argv[2::2]):
    try:
        tries[what](target)
        print(what, 'DONE')
    except OSError as error:
        print(what, type(error).__name__)
`

let local: LocalHome
beforeEach(async () => {
  local = await openLocalHome()
  return () => local.close()
})

async function logOf(spec: RunSpec): Promise<string> {
  await runToEnd(local.engine, spec)
  return textOfLog(local.engine, spec, 'process')
}

test('sets exactly the documented environment for a run', { tags: 'python' }, async () => {
  // bash adds two variables if it is the system's shell
  const script =
    'import os, sys\nfor pair in sorted(os.environ.items()):\n  if pair[0] not in ("_", "SHLVL"): print(*pair, sep="=")'
  const spec = plainSpec({
    command: ['python3', '-c', script],
    granted: { cpu: 1.5, memory_mib: 256, gpu: 0 },
    // Otherwise a host that keeps runs from the network sets WANDB_MODE.
    network: true,
  })
  const folder = folderOf(local, spec)
  const caches = join(local.home, 'runs', spec.workspace, 'caches', 'programs')
  expect((await logOf(spec)).trim().split('\n')).toEqual([
    `CUDA_CACHE_PATH=${caches}/nv`,
    `DVC_SITE_CACHE_DIR=${caches}/dvc`,
    `HF_HOME=${caches}/huggingface`,
    `HOME=${folder}/cwd`,
    `KERAS_HOME=${caches}/keras`,
    'LANG=C.UTF-8',
    expect.stringMatching(/^LOGNAME=./),
    'LOKY_MAX_CPU_COUNT=2',
    'MKL_NUM_THREADS=2',
    'MLFLOW_ALLOW_FILE_STORE=true',
    `MLFLOW_TRACKING_URI=file://${folder}/out/mlruns`,
    `NLTK_DATA=${caches}/nltk_data`,
    `NUMBA_CACHE_DIR=${caches}/numba`,
    'NUMEXPR_MAX_THREADS=2',
    'OMP_NUM_THREADS=2',
    'OPENBLAS_NUM_THREADS=2',
    expect.stringMatching(/^PATH=\/usr\/local\/sbin:/),
    expect.stringMatching(`^PODIUM_ATTEMPT=${spec.run}-1-.{8}$`),
    'PODIUM_CPU=1.5',
    `PODIUM_DATA_DIR=${folder}/data`,
    'PODIUM_GPU=0',
    `PODIUM_LOG_DIR=${folder}/log`,
    'PODIUM_MEMORY_MIB=256',
    `PODIUM_METADATA_FILE=${folder}/metadata.json`,
    `PODIUM_METRICS_FILE=${folder}/out/metrics.jsonl`,
    'PODIUM_MODE=train',
    `PODIUM_OUTPUT_DIR=${folder}/out`,
    `PODIUM_PARAMETERS_FILE=${folder}/parameters.json`,
    `PODIUM_PROGRESS_FILE=${folder}/log/progress.jsonl`,
    `PODIUM_RUN_ID=${spec.run}`,
    'POLARS_MAX_THREADS=2',
    // set by the shell that reads the others
    `PWD=${folder}/cwd`,
    `PYTHONPATH=${folder}/python`,
    'PYTHONUNBUFFERED=1',
    'PYTHON_CPU_COUNT=2',
    'RAYON_NUM_THREADS=2',
    `SCIKIT_LEARN_DATA=${caches}/scikit_learn_data`,
    expect.stringMatching(new RegExp(`^TMPDIR=${local.home}/tmp/[A-Za-z0-9]{6}$`)),
    `TORCHINDUCTOR_CACHE_DIR=${caches}/torchinductor`,
    `TORCH_HOME=${caches}/torch`,
    `TRITON_CACHE_DIR=${caches}/triton`,
    expect.stringMatching(/^USER=./),
    `XDG_CACHE_HOME=${caches}`,
  ])
})

test('passes arguments to the program unchanged, whatever a shell would do with them', {
  tags: 'python',
}, async () => {
  const odd = ['$(id)', '`id`', '; id', '$HOME', '*', "it's", '"', 'a\nb', '', '-n', 'ä ö', '\\']
  const script = 'import sys, json\nprint(json.dumps(sys.argv[1:]))'
  const spec = plainSpec({ command: ['python3', '-c', script, ...odd] })
  expect(JSON.parse(await logOf(spec))).toEqual(odd)
})

test('passes metadata and parameters to a run as files', async () => {
  const command = ['sh', '-c', 'cat "$PODIUM_METADATA_FILE" "$PODIUM_PARAMETERS_FILE"']
  expect(await logOf(plainSpec({ command }))).toBe('{"name":"penguins"}{"train":{"epochs":10}}')
})

describe.runIf(process.platform === 'linux')('on Linux', () => {
  test('passes no descriptor on to a run', { tags: 'python' }, async () => {
    const script =
      'import os\nfor fd in os.listdir("/proc/self/fd"):\n  try: print(fd, os.readlink("/proc/self/fd/" + fd))\n  except OSError: pass'
    const spec = plainSpec({ command: ['python3', '-c', script] })
    const open = new Map(
      (await logOf(spec))
        .trim()
        .split('\n')
        .map((line) => line.split(' ') as [string, string]),
    )
    expect(open.get('0')).toBe('/dev/null')
    expect(open.get('1')).toBe(open.get('2'))
    const others = [...open].filter(([fd]) => Number(fd) > 2).map(([, target]) => target)
    expect(others.filter((target) => target !== '/dev/null')).toEqual([])
  })

  test('kills a run before the server if memory is short, and keeps its files private', async () => {
    const spec = plainSpec({ command: ['sh', '-c', 'cat /proc/self/oom_score_adj; umask'] })
    expect(await logOf(spec)).toBe('500\n0077\n')
  })
})

describe.runIf(isRoot)('as root', () => {
  let secrets: string
  beforeEach(async () => {
    secrets = await mkdtemp(join(tmpdir(), 'podium-secrets-'))
    return () => rm(secrets, { recursive: true })
  })

  async function probe(spec: RunSpec, tries: string[]): Promise<string[]> {
    const log = await logOf({ ...spec, command: ['python3', '-c', PROBE, ...tries] })
    return log.trim().split('\n')
  }

  const startOther = () =>
    startRun(
      local,
      plainSpec({ command: ['tail', '-f', '/dev/null'], workspace: 'other', workspace_number: 8 }),
    )

  test('runs with the identity of its workspace and without a way back', async () => {
    const caps = ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].map((set) => `Cap${set}:\t0000000000000000\n`).join('')
    const script = 'id -u; id -g; id -G; grep -E "^(NoNewPrivs|Cap)" /proc/self/status'
    const log = await logOf(plainSpec({ command: ['sh', '-c', script], workspace_number: 42 }))
    expect(log).toBe(`100042\n100042\n100042\n${caps}NoNewPrivs:\t1\n`)
  })

  test('keeps a run from the secrets of the server and its processes', { tags: 'python' }, async () => {
    const socket = join(secrets, 'socket')
    const server = createServer().listen(socket)
    await writeFile(join(secrets, 'key'), 'secret', { mode: 0o600 })
    const other = await startOther()
    const supervisor = await recordedPid(folderOf(local, other), 'begun.json')
    const tries = [
      ['read', join(secrets, 'key')],
      ['list', secrets],
      ['connect', socket],
      ['read', `/proc/${process.pid}/environ`],
      ['read', `/proc/${supervisor}/environ`],
      ['list', `/proc/${process.pid}/fd`],
    ]
    const done = await probe(plainSpec(), tries.flat())
    server.close()
    expect(done.map((line) => line.split(' ')[1])).toEqual(tries.map(() => 'PermissionError'))
    // Last, because success would end the test's own process.
    const spec = plainSpec({ command: ['python3', '-c', PROBE, 'signal', String(supervisor)] })
    expect(await logOf(spec)).toBe('signal PermissionError\n')
    await local.engine.stop(other)
    await endOf(local.engine, other)
  })

  test('keeps a run from the runs of another workspace', { tags: 'python' }, async () => {
    const other = await startOther()
    const folder = folderOf(local, other)
    await mkdir(join(folder, 'out', 'model'))
    await writeFile(join(folder, 'out', 'model', 'weights'), 'w')
    const child = await recordedPid(folder, 'child.json')
    const tries = [
      ['list', join(local.home, 'runs')],
      ['list', join(local.home, 'runs', 'other')],
      ['list', join(folder, 'out')],
      ['read', join(folder, 'out', 'model', 'weights')],
      ['read', join(folder, 'process.log')],
      ['read', `/proc/${child}/environ`],
      ['signal', String(child)],
    ]
    const done = await probe(plainSpec(), tries.flat())
    expect(done.map((line) => line.split(' ')[1])).toEqual(tries.map(() => 'PermissionError'))
    await local.engine.stop(other)
    await endOf(local.engine, other)
  })

  test('keeps a run from forging its end and from changing its inputs', { tags: 'python' }, async () => {
    const spec = plainSpec()
    const folder = folderOf(local, spec)
    const names = [
      'exit.json',
      'ended.json',
      'begun.json',
      'stop.json',
      'spec.json',
      'supervisor',
      'process.log',
    ]
    const tries = [
      ...names.map((name) => ['write', join(folder, name)]),
      ['remove', join(folder, 'begun.json')],
      ['write', join(folder, 'metadata.json')],
      ['write', join(folder, 'data', 'new')],
    ]
    const done = await probe(spec, tries.flat())
    expect(done.map((line) => line.split(' ')[1])).toEqual(tries.map(() => 'PermissionError'))
    expect(await readFile(join(folder, 'exit.json'), 'utf8')).toContain('"exit_code":0')
  })
})

const ask = promisify(execFile)
const ofThisProcess = ['--pid', String(process.pid)]
const coreLimits = await ask('prlimit', [
  ...ofThisProcess,
  '--core',
  '--raw',
  '--noheadings',
  '-o',
  'SOFT,HARD',
])
  .then(({ stdout }) => stdout.trim().split(/\s+/))
  .catch(() => ['0', '0'])

test.runIf(coreLimits[1] !== '0')(
  'writes no core dump of a run that crashes, even if the server may',
  async () => {
    await ask('prlimit', [...ofThisProcess, `--core=${coreLimits[1]}:${coreLimits[1]}`])
    try {
      const script = 'ulimit -Sc; ulimit -Hc; ulimit -c unlimited 2> /dev/null; kill -ABRT $$'
      const spec = plainSpec({ command: ['sh', '-c', script] })
      const log = await logOf(spec)
      const left = await readdir(join(folderOf(local, spec), 'cwd'))
      expect([log, left]).toEqual(['0\n0\n', []])
      expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'failed' })
    } finally {
      await ask('prlimit', [...ofThisProcess, `--core=${coreLimits.join(':')}`])
    }
  },
)
