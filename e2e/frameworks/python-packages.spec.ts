import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import type { PackageList } from '@podium/contract/calls/run-packages.ts'
import { signIn } from '../fixtures/api.ts'
import {
  admin,
  asAdmin,
  ended,
  makeStream,
  makeWorkspace,
  readLog,
  register,
  solutionFolder,
  startRun,
} from '../fixtures/seed.ts'
import { startPodium } from '../fixtures/server.ts'

const run = promisify(execFile)
const PACKAGES = ['numpy', 'scikit-learn', 'tensorboardX', 'mlflow']
/** The path at which a server looks for uv; an existing one is kept. */
const UV = '/usr/local/bin/uv'

/** Trains on data that scikit-learn includes, and uses each of the packages once. */
const TRAIN = `
import json, os, tempfile
import mlflow, numpy
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from tensorboardX import SummaryWriter

inputs, species = load_iris(return_X_y=True)
order = numpy.random.default_rng(7).permutation(len(species))
train, test = order[:100], order[100:]
accuracy = LogisticRegression(max_iter=500).fit(inputs[train], species[train]).score(inputs[test], species[test])
output = os.environ["PODIUM_OUTPUT_DIR"]
with SummaryWriter(os.path.join(output, "board")) as writer:
    writer.add_scalar("accuracy", accuracy, 1)
mlflow.set_tracking_uri("sqlite:///" + os.path.join(tempfile.mkdtemp(), "mlflow.db"))
with mlflow.start_run():
    mlflow.log_metric("accuracy", accuracy)
with open(os.environ["PODIUM_METRICS_FILE"], "a") as metrics:
    print(json.dumps({"step": 1, "accuracy": accuracy}), file=metrics)
print("accuracy above 0.9:", accuracy > 0.9)
`

/**
 * Trains a solution with this file of packages on its own server. Returns the output of the run and the list of its
 * packages.
 */
async function trained(
  name: string,
  file: string,
  text: string,
): Promise<{ log: string; list: PackageList }> {
  // A server looks for uv when it starts.
  const server = await startPodium(asAdmin)
  try {
    const api = await signIn(server.address, admin.id, admin.password)
    const workspace = await makeWorkspace(api, name, {
      execution_specs: [{ name: 'standard', instance: '1cpu-4gib' }],
    })
    const metadata = { name, pipeline: [{ type: 'train', command: ['python', 'train.py'] }] }
    await register(api, workspace, await solutionFolder(metadata, { 'train.py': TRAIN, [file]: text }))
    const { id } = await startRun(api, await makeStream(api, workspace, name))
    const { state, detail } = await ended(api, id)
    const log = await readLog(api, id)
    expect({ state, detail }, log).toMatchObject({ state: 'succeeded' })
    return { log, list: await api.get<PackageList>(`/api/v1/streamhistories/${id}/packages`) }
  } finally {
    await server.stop()
  }
}

test('installs the packages of requirements.txt by pip in a run and uses them', async () => {
  const { log, list } = await trained('by-pip', 'requirements.txt', `${PACKAGES.join('\n')}\n`)
  expect(log).toMatch(/Successfully installed .*scikit-learn/)
  expect(log).toContain('accuracy above 0.9: True')
  expectListed(list, /^pip \d/)
})

test('installs the packages of pyproject.toml by uv in a run and uses them', async () => {
  const remove = existsSync(UV) ? async () => {} : await putUv()
  try {
    const project = `[project]\nname = "by-uv"\nversion = "1"\ndependencies = ${JSON.stringify(PACKAGES)}\n`
    const { log, list } = await trained('by-uv', 'pyproject.toml', project)
    expect(log).toContain('+ scikit-learn==')
    expect(log).toContain('accuracy above 0.9: True')
    expectListed(list, /^uv \d/)
  } finally {
    await remove()
  }
})

function expectListed({ tool, packages }: PackageList, by: RegExp): void {
  expect(tool).toMatch(by)
  const named = (name: string) => packages.find((one) => one.name === name)
  expect(named('scikit-learn')).toMatchObject({ source: null, asked_by: expect.arrayContaining(['mlflow']) })
  expect(named('scipy')?.asked_by).toContain('scikit-learn')
  expect(named('numpy')?.size).toBeGreaterThan(2 ** 20)
}

/** Installs uv there from the package index. Returns a function that removes it. */
async function putUv(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'podium-uv-'))
  await run('python3', ['-m', 'venv', folder])
  await run(join(folder, 'bin', 'pip'), ['install', '--quiet', 'uv'])
  await copyFile(join(folder, 'bin', 'uv'), UV)
  await rm(folder, { recursive: true })
  return () => rm(UV)
}
