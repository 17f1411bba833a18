import { expect } from '@playwright/test'
import {
  ended,
  makeStream,
  makeWorkspace,
  readLog,
  register,
  runUntil,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { test, uniqueName } from '../fixtures/shared-server.ts'

/** Tries to read each path and prints the result. */
const PROBE = (paths: string[]) => `for place in ${paths.map((path) => `'${path}'`).join(' ')}; do
  if [ -d "$place" ]; then ls "$place" >/dev/null 2>&1 && echo "READ $place" || echo "denied $place"
  elif cat "$place" >/dev/null 2>&1; then echo "READ $place"
  else echo "denied $place"
  fi
done
env | cut -d= -f1 | sort | tr '\\n' ' '; echo
id -u
`

test('keeps a run from reading the database, the server, or another workspace', async ({
  server,
  api,
  workspace: mine,
}) => {
  expect(process.getuid?.(), 'this holds where the server runs as root').toBe(0)
  const other = await makeWorkspace(api, uniqueName('other'))
  await register(api, other, await scriptSolution('secret', 'echo hidden; exec tail -f /dev/null\n'))
  const hidden = await startRun(api, await makeStream(api, other, 'secret'))
  await runUntil(api, hidden.id, ({ state }) => state === 'running')

  const paths = [
    `${server.home}/pg18`,
    `${server.home}/pg18/PG_VERSION`,
    `${server.home}/host-token`,
    `${server.home}/objects`,
    `${server.home}/runs/${other.id}/${hidden.id}`,
    `${server.home}/runs/${other.id}/${hidden.id}/1/process.log`,
    `/proc/${server.pid}/environ`,
    `/proc/${server.pid}/fd`,
    '/etc/shadow',
  ]
  await register(api, mine, await scriptSolution('probe', PROBE(paths)))
  const run = await startRun(api, await makeStream(api, mine, 'probe'))
  expect((await ended(api, run.id)).state).toBe('succeeded')
  const lines = (await readLog(api, run.id)).trimEnd().split('\n')
  const [answers, others] = [
    lines.filter((line) => / \//.test(line)),
    lines.filter((line) => !/ \//.test(line)),
  ]
  expect(answers).toEqual(paths.map((path) => `denied ${path}`))
  const [names = '', uid] = others
  expect(
    names
      .trim()
      .split(' ')
      .filter(
        (name) =>
          !/^(PODIUM_[A-Z_]+|MLFLOW_[A-Z_]+|PYTHON(PATH|UNBUFFERED)|[A-Z]+_(NUM_THREADS|MAX_THREADS|(MAX_)?CPU_COUNT)|(XDG_CACHE|HF|TORCH|KERAS)_HOME|[A-Z_]+_CACHE_(DIR|PATH)|WANDB_MODE|(NLTK|SCIKIT_LEARN)_DATA|PATH|HOME|USER|LOGNAME|LANG|PWD|SHLVL|OLDPWD|_)$/.test(
            name,
          ),
      ),
  ).toEqual([])
  expect(names).not.toMatch(/TOKEN|SECRET|PASSWORD|DATABASE|ADMIN/)
  expect(Number(uid)).toBeGreaterThan(100_000)
  await api.post(`/api/v1/streamhistories/${hidden.id}/stop`)
  expect((await ended(api, hidden.id)).state).toBe('stopped')
})
