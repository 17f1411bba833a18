import { expect, test } from 'vitest'
import { generations } from '../testing/generations.ts'
import type { Metadata, Pipeline } from './metadata.ts'
import { otherFiles, withoutEffect } from './without-effect.ts'

const machine = { containers: false, packages: true, largest: { gpu: 0 } }
const slurm = { containers: false, packages: false, largest: { gpu: 0 } }
const cluster = { containers: true, packages: false, largest: { gpu: 0 } }
const train: Pipeline = { type: 'train', command: ['true'] }

const ofKeys = (part: Record<string, unknown>, host = machine) =>
  withoutEffect({ name: 'weld', pipeline: [train], ...part }, [], host)
const ofPipeline = (part: Record<string, unknown>, host = machine) =>
  ofKeys({ pipeline: [{ ...train, ...part }] }, host)
const ofFiles = (files: string[], host = machine) =>
  withoutEffect({ name: 'weld', pipeline: [train] }, otherFiles(files), host)

test('knows every key of every generation of registration clients', () => {
  for (const { metadata } of generations('weld'))
    expect(withoutEffect(metadata as Metadata, [], cluster)).toEqual([])
})

test.each<[Record<string, unknown>, RegExp]>([
  [{ schedule: '0 3 * * *' }, /^schedule has no effect here: make a schedule/],
  [{ env: { A: 1 } }, /^env has no effect here: set variables and secrets/],
  [{ activeDeadlineSeconds: 5 }, /^activeDeadlineSeconds has no effect here: write `timeout_seconds`/],
  [{ apiVersion: 'v1' }, /^apiVersion has no effect here: Podium reads no manifests/],
  [{ entry_points: { main: {} } }, /^entry_points has no effect here: write the program/],
  [{ requirements: ['pandas'] }, /^requirements has no effect here: name the packages in requirements\.txt/],
  [{ timeout_seconds: 5 }, /^timeout_seconds has no effect here: write it into each entry of `pipeline`/],
  [{ contact: 'a@example.org' }, /^contact has no effect here: write it into `description`/],
  [{ user_parameters: [{}] }, /^user_parameters has no effect here: write it into `parameters`/],
  [{ 'odd key': 1 }, /^\["odd key"\] has no effect here: Podium reads `name`/],
  [{ description: { summary: 'x' } }, /^description\.summary has no effect here: a text to show/],
])('names a key without effect with its path and an alternative: %j', (part, sentence) => {
  expect(ofKeys(part)).toEqual([expect.stringMatching(sentence)])
})

test.each<[Record<string, unknown>, RegExp]>([
  [{ env: { A: 1 } }, /^pipeline\[0\]\.env has no effect here/],
  [{ comand: ['x'] }, /^pipeline\[0\]\.comand has no effect here: a pipeline has `type`, `command`/],
  [{ resource: { gpu: 2 } }, /^pipeline\[0\]\.resource\.gpu has no effect here: write "resource"/],
  [{ container_uri: 'torch:2' }, /^pipeline\[0\]\.container_uri has no effect here: runs are processes/],
  [
    { parameters: { user_parameters: [{ step: 's', args: [{ name: 'n', type: 'int', choices: [1] }] }] } },
    /^pipeline\[0\]\.parameters\.user_parameters\[0\]\.args\[0\]\.choices has no effect here: .* `selectable`/,
  ],
  [{ parameters: { defaults: { a: 1 } } }, /^pipeline\[0\]\.parameters\.defaults has no effect here/],
])('names a key of a pipeline without effect: %j', (part, sentence) => {
  expect(ofPipeline(part)).toEqual([expect.stringMatching(sentence)])
})

test('does not name empty parts, a program’s own keys, and an image if containers run', () => {
  expect(ofKeys({ env: {}, schedule: '', tags: [], note: null })).toEqual([])
  expect(ofPipeline({ container_uri: 'torch:2' }, cluster)).toEqual([])
  const candidate_parameters = [{ step: 's', args: [{ anything: 1 }] }]
  expect(ofPipeline({ parameters: { candidate_parameters } })).toEqual([])
})

test.each<[string[], RegExp[]]>([
  [['Dockerfile', 'compose.yaml'], [/^Podium does not use Dockerfile, compose\.yaml: runs are processes/]],
  [['environment.yml'], [/environment\.yml: neither pip nor uv reads it/]],
  [['Requirements.txt'], [/Requirements\.txt: rename it/]],
  [['requirement.txt', 'PyProject.toml'], [/requirement\.txt, PyProject\.toml: rename it/]],
  [['poetry.lock'], [/poetry\.lock: neither pip nor uv reads it/]],
  [['setup.cfg'], [/setup\.cfg: pip reads it beside/]],
  [['setup.py', 'setup.cfg'], []],
  [['poetry.lock', 'pyproject.toml'], [/poetry\.lock: pyproject\.toml says which/]],
  [['environment.yml', 'requirements.txt'], [/environment\.yml: requirements\.txt says which/]],
  [['pylock.toml'], []],
  [['setup.cfg', 'requirements.txt'], []],
  [
    ['requirements-dev.txt', 'src/requirements.txt'],
    [/requirements-dev\.txt, src\/requirements\.txt: the list/],
  ],
  [['requirements-dev.txt', 'requirements.txt'], []],
  [['pyproject.toml', 'uv.lock'], []],
  [['uv.lock'], [/it belongs to a pyproject\.toml/]],
  [['requirements.txt', 'uv.lock'], [/uv\.lock: requirements\.txt says/]],
  [['requirements.txt', 'pyproject.toml', 'uv.lock'], []],
  [
    ['MLproject', '.env', 'dags/train.py', 'dvc.yaml', 'experimental_plan.yaml'],
    [/\.env/, /MLproject/, /ALO/, /dags/, /stages with the parameters/],
  ],
  [['train.py', 'README.md', 'conf/environment.yml'], []],
])('names unused files: %j', (files, sentences) => {
  expect(ofFiles(files)).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)))
})

test('names no entry point as unused in the version of a folder', () => {
  const folder = { name: 'weld', folder: { digest: 'd' }, pipeline: [train] }
  expect(withoutEffect(folder, otherFiles(['MLproject', 'dvc.yaml']), machine)).toEqual([])
})

test('names a list of packages as unused if nothing is installed', () => {
  expect(ofFiles(['requirements.txt'], cluster)).toEqual([
    'Podium does not use requirements.txt: nothing is installed here; the program finds the packages of its image.',
  ])
  expect(ofFiles(['pyproject.toml'], slurm)).toEqual([
    expect.stringMatching(/the program finds the packages of the machine that it runs on\.$/),
  ])
})

test('names the first twenty only', () => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`odd${at}`, at]))
  expect(ofKeys(many)).toHaveLength(21)
  expect(ofKeys(many).at(-1)).toBe('And 5 more without effect.')
  expect(otherFiles(Array.from({ length: 90 }, (_, at) => `${at}/requirements.txt`))).toHaveLength(50)
})
