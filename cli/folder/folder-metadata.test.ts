import { expect, test } from 'vitest'
import { describeFolder } from './folder-metadata.ts'
import { inFolder } from './testing/program.ts'

const overviewFrom = (readme: string) =>
  inFolder({ 'README.md': readme }, async (root) => {
    const { description } = await describeFolder({ root, workingFolder: '', file: null }, 'nano', new Set())
    return (description as { overview: string }).overview
  })

test.each([
  ['# Nano\n\n[![ci](x)](y)\n\nA small model.\n\nMore.', 'A small model.'],
  [`# Nano\n\n${'It learns. '.repeat(50)}`, 'It learns. '.repeat(36).trim()],
  [`${'word '.repeat(200)}`, `${'word '.repeat(80)}…`],
  ['# Nano\n', 'The folder nano, as podium run found it.'],
])(
  'takes the overview of a version from the README, no longer than lists show it',
  async (readme, overview) => {
    expect(await overviewFrom(readme)).toBe(overview)
  },
)
