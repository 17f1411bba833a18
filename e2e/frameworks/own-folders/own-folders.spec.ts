import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { podium } from '../../fixtures/command.ts'
import { admin, makeWorkspace, readRun } from '../../fixtures/seed.ts'
import { emptyHome } from '../../fixtures/server.ts'
import { test, uniqueName } from '../../fixtures/shared-server.ts'
import { openAs } from '../../fixtures/sign-in.ts'

const FOLDERS = new URL('.', import.meta.url).pathname

/** A folder as people have it, the one command that runs it, and what a person expects to see of the run. */
interface OwnFolder {
  title: string
  folder: string
  /** the arguments of `podium run` in the folder */
  command: string[]
  /** parameters and their values */
  parameters: Record<string, string>
  curves: string[]
  /** ends of the paths of kept files */
  files: string[]
}

const OWN: OwnFolder[] = [
  {
    title: 'a scikit-learn program with argparse',
    folder: 'forest',
    command: ['train.py', '--trees', '60', '--max-depth=4', '--no-bootstrap'],
    parameters: { trees: '60', max_depth: '4', bootstrap: 'false' },
    curves: ['train_accuracy', 'valid_accuracy'],
    files: ['work/outputs/forest.joblib', 'work/outputs/metrics.csv'],
  },
  {
    title: 'a PyTorch loop with Hydra',
    folder: 'digits',
    command: ['.', '--', 'python', 'train.py', 'epochs=4', 'model.hidden=32'],
    parameters: { epochs: '4', 'model.hidden': '32' },
    curves: ['train_loss', 'valid_accuracy'],
    files: ['model.pt', '.hydra/config.yaml'],
  },
  {
    title: "a Keras program with TensorBoard's callback",
    folder: 'waves',
    command: ['train.py', '--epochs', '4', '--learning-rate', '0.02'],
    parameters: { epochs: '4', learning_rate: '0.02' },
    curves: ['train/epoch_loss, validation/epoch_loss'],
    files: ['work/wave.keras'],
  },
  {
    title: 'a command of its own with sub-commands, by click',
    folder: 'wine',
    command: ['.', '--', 'wine-tool', 'train', '--strength', '0.5', '--no-scale'],
    parameters: { strength: '0.5', scale: 'false' },
    curves: ['accuracy'],
    files: ['work/results/model.pkl', 'work/results/metrics.json'],
  },
  {
    title: 'a notebook without a file of packages',
    folder: 'iris',
    command: ['neighbours.ipynb'],
    parameters: {},
    curves: ['accuracy'],
    files: ['neighbours.ipynb', 'work/metrics.csv'],
  },
]

for (const own of OWN)
  test(`runs ${own.title} unchanged, and shows its parameters, curves and files`, async ({
    page,
    server,
    api,
  }) => {
    // PyTorch and TensorFlow need more than the smallest tier.
    const workspace = await makeWorkspace(api, uniqueName(own.folder), {
      execution_specs: [{ name: 'standard', instance: '1cpu-4gib' }],
    })
    const folder = join(await emptyHome(), own.folder)
    await cp(join(FOLDERS, own.folder), folder, { recursive: true })
    const home = await emptyHome()
    const at = ['--server', server.address, '--id', admin.id, '--workspace', workspace.name]
    expect(await podium(home, ['login', ...at], `${admin.password}\n`)).toMatchObject({ code: 0 })

    const { code, output } = await podium(home, ['run', ...own.command], '', {}, folder)

    expect(code, output).toBe(0)
    const id = /\/inferenceModel\/run\/([\w-]+)/.exec(output)?.[1] ?? ''
    expect(await readRun(api, id), output).toMatchObject({ state: 'succeeded' })
    await expectParameters(page, server.address, workspace, own.parameters)
    await expectCurves(page, server.address, workspace, id, own.curves)
    await expectFiles(page, server.address, workspace, id, own.files)
    if (own.folder === 'iris') await expectNotebook(page, server.address, workspace, id)
  })

/** The list of runs has each parameter as a column, under the name that the program has for it. */
async function expectParameters(
  page: Page,
  address: string,
  workspace: Workspace,
  parameters: Record<string, string>,
): Promise<void> {
  const columns = ['state', ...Object.keys(parameters).map((name) => `parameter:${name}`)].join(';')
  await openAs(page, address, admin, `/inferenceModel?ws=${workspace.id}&view=runs&columns=${columns}`)
  const table = page.getByRole('table', { name: 'Runs' })
  for (const [name, value] of Object.entries(parameters)) {
    await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
    await expect(table.getByRole('cell', { name: value, exact: true }).first()).toBeVisible()
  }
}

async function expectCurves(
  page: Page,
  address: string,
  workspace: Workspace,
  id: string,
  curves: string[],
): Promise<void> {
  await openAs(page, address, admin, `/inferenceModel/run/${id}?ws=${workspace.id}&tab=figures`)
  for (const name of curves) {
    const chart = page.getByRole('group', { name: new RegExp(`^${name} over steps`) })
    await chart.scrollIntoViewIfNeeded()
    await expect(chart.locator('canvas')).toBeVisible()
  }
}

async function expectFiles(
  page: Page,
  address: string,
  workspace: Workspace,
  id: string,
  files: string[],
): Promise<void> {
  await openAs(page, address, admin, `/inferenceModel/run/${id}?ws=${workspace.id}&tab=artifacts`)
  for (const end of files) await expect(page.locator(`a[title$="${end}"]`).first()).toBeVisible()
}

/** The notebook that the run filled in shows its text, the output of a cell and its plot. */
async function expectNotebook(page: Page, address: string, workspace: Workspace, id: string): Promise<void> {
  const file = 'work/neighbours.ipynb'
  await openAs(
    page,
    address,
    admin,
    `/inferenceModel/run/${id}?ws=${workspace.id}&tab=artifacts&file=${file}`,
  )
  await expect(page.getByText('How many neighbours know an iris best?')).toBeVisible()
  await expect(page.getByText(/best with \d+ neighbours/)).toBeVisible()
  await expect(page.getByRole('img', { name: /output/i }).first()).toBeVisible()
}
