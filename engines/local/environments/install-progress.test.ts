import { expect, test } from 'vitest'
import { createInstallProgress } from './install-progress.ts'

test('reports the progress of pip', () => {
  const said = [
    'Looking in indexes: https://packages.example/simple',
    'Collecting torch==2.6.0 (from -r requirements.txt (line 1))',
    '  Downloading torch-2.6.0-cp311-cp311-manylinux1_x86_64.whl (766.7 MB)',
    '  Downloading http://127.0.0.1:8080/files/podium_two-1.0-py3-none-any.whl (799 bytes)',
    'Building wheels for collected packages: line-a',
    '  Building wheel for line-a (pyproject.toml): started',
    'Installing collected packages: mpmath, torch',
  ].map(createInstallProgress())
  expect(said).toEqual([
    null,
    'Looking for versions that fit together: torch.',
    'Fetching torch 2.6.0 (766.7 MB), file 1.',
    'Fetching podium-two 1.0 (799 bytes), file 2.',
    null,
    'Building line-a.',
    'Putting 2 packages in place.',
  ])
})

test('reports the progress of uv', () => {
  const said = [
    'Using Python 3.11.7 environment at: venv',
    'Resolved 41 packages in 136ms',
    'Downloading nvidia-cudnn-cu12 (544.5MiB)',
    ' Downloaded nvidia-cudnn-cu12',
    '   Building line-utils @ file:///podium/source/libs/line-utils',
    'Prepared 41 packages in 190ms',
    ' + numpy==2.4.6',
  ].map(createInstallProgress())
  expect(said).toEqual([
    null,
    'Fetching 41 packages.',
    'Fetching nvidia-cudnn-cu12 (544.5 MB), of 41 packages.',
    null,
    'Building line-utils.',
    'Putting the packages in place.',
    null,
  ])
})
