import { processorTimeOf } from '@podium/contract/testing/processor-time.ts'
import { expect, test } from 'vitest'
import { nestedYaml } from './nested-yaml.ts'

const read = (text: string) => Object.fromEntries(nestedYaml(text, 500))

test('reads nested settings as Hydra and PyYAML write them', () => {
  const text = `
# about
train:
  epochs: 10   # many
  lr: 1.0e-3
  amp: false
  name: 'it''s #1: a "name"'
  note: plain text that is
    folded
  optimizer:
    _target_: torch.optim.Adam
    betas:
    - 0.9
    - 0.999
  empty:
  none: null
data:
  path: /data/$USER
  sizes: [64, 64]
  text: |
    two
    lines
callbacks:
- name: early
  patience: 3
- other
lists:
  - - 1
    - 2
shared: &anchor
  a: 1
used: *anchor
tagged: !!python/tuple
- 1
last: TRUE
`
  expect(read(text)).toEqual({
    'train.epochs': 10,
    'train.lr': 0.001,
    'train.amp': false,
    'train.name': 'it\'s #1: a "name"',
    'train.note': 'plain text that is folded',
    'train.optimizer._target_': 'torch.optim.Adam',
    'train.optimizer.betas': '[0.9, 0.999]',
    'data.path': '/data/$USER',
    'data.sizes': '[64, 64]',
    'data.text': 'two lines',
    last: true,
  })
})

test.each(['', 'no key', '- a\n- b', '{a: 1}', '\u0000', 'a: [', ': 1'])(
  'reads nothing, or text, of %j',
  (text) => {
    expect(Object.keys(read(text)).length).toBeLessThanOrEqual(1)
  },
)

test('stops at the limit', () => {
  const text = Array.from({ length: 1000 }, (_, at) => `k${at}: ${at}`).join('\n')
  expect(nestedYaml(text, 500).size).toBe(500)
})

test.each(['? ', '- ', '[', '{', 'a: ', 'a:\n', ' ', "'", 'a: "', '- a\n', 'a:\n  ', '&a ', 'a: |\n'])(
  'reads 64 KiB of %j in linear time',
  async (part) => {
    const many = part.repeat(2 ** 16 / part.length)
    const deep = Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')
    const taken = await processorTimeOf(() => {
      for (const before of ['', 'a: ', 'a:\n  ', 'a:\n- ', `${deep}\n`]) nestedYaml(before + many, 500)
    })
    expect(taken).toBeLessThan(1000)
  },
)
