import { expect, test } from 'vitest'
import { fromLines } from './questions.ts'

test('a pipe answers line by line, whatever its lines end with', async () => {
  const questions = fromLines('kim\r\nviolet kettle under moss\n123456')
  expect(await questions.ask('ID: ', 'no ID')).toBe('kim')
  expect(await questions.askSilently('Password: ', 'no password')).toBe('violet kettle under moss')
  expect(await questions.ask('One-time code: ', 'no code')).toBe('123456')
  await expect(questions.ask('More: ', 'there is no more')).rejects.toThrow('there is no more')
})

test('an empty line is no answer', async () => {
  await expect(fromLines('\n').ask('ID: ', 'no ID')).rejects.toThrow('no ID')
})
