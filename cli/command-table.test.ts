import { expect, test } from 'vitest'
import { ALL_COMMANDS } from './command-table.ts'
import { COMMON, type Option } from './options.ts'

test('takes a value, and has the same short form, in every command with an option or in none', () => {
  const forms = new Map<string, string>()
  for (const { options = {} } of ALL_COMMANDS)
    for (const [name, { value, short, multiple }] of Object.entries<Option>({ ...COMMON, ...options })) {
      const form = `${value === undefined ? 'switch' : 'value'} ${short} ${multiple}`
      expect([name, forms.get(name) ?? form]).toEqual([name, form])
      forms.set(name, form)
    }
})

test('has each command once', () => {
  const names = ALL_COMMANDS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
