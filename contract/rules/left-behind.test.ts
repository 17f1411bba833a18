import { expect, test } from 'vitest'
import { isLeftBehind, mayHoldKeys } from './left-behind.ts'

test.each([
  '__pycache__',
  'src/__pycache__/train.cpython-311.pyc',
  'train.pyc',
  '.cache/huggingface/hub/model.safetensors',
  'node_modules/x/index.js',
  '.git/HEAD',
  'vendor/lib/.git',
  'nanogpt.egg-info/PKG-INFO',
  '.dvc/cache/files/md5/aa/bb',
  'sub/.dvc/tmp',
  '.config/matplotlib/fontlist.json',
  '.triton/cache/x.so',
])('leaves %s behind', (path) => {
  expect(isLeftBehind(path)).toBe(true)
})

test.each([
  'out/model.pt',
  'runs/a/events.out.tfevents.1',
  'wandb/offline-run-1/run-1.wandb',
  'mlruns/0/meta.yaml',
  'lightning_logs/version_0/metrics.csv',
  '.hydra/config.yaml',
  '.dvc/config',
  'build/report.html',
  'dist/x.js',
  'data/cache/rows.csv',
  'git/notes',
  'pycache',
  'x.pyc.txt',
])('keeps %s', (path) => {
  expect(isLeftBehind(path)).toBe(false)
  expect(mayHoldKeys(path)).toBe(false)
})

test.each([
  '.netrc',
  '.aws/credentials',
  'conf/.env',
  '.env.local',
  '.Secrets.toml',
  '.streamlit/secrets.toml',
  '.dvc/config.local',
])('takes %s for a file of keys', (path) => {
  expect(mayHoldKeys(path)).toBe(true)
})

test('does not take a file for one of keys whose name only contains such a word', () => {
  for (const path of ['token.py', 'password_strength.csv', 'environment.yml', 'tokens/vocab.json'])
    expect(mayHoldKeys(path)).toBe(false)
})
