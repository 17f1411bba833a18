import { expect, test } from 'vitest'
import { fromLines } from './questions.ts'

test('answers line by line from a pipe, with any line ending', async () => {
  const questions = fromLines('kim\r\nviolet kettle under moss\n123456')
  expect(await questions.ask('ID: ', 'no ID')).toBe('kim')
  expect(await questions.askSilently('Password: ', 'no password')).toBe('violet kettle under moss')
  expect(await questions.ask('One-time code: ', 'no code')).toBe('123456')
  await expect(questions.ask('More: ', 'there is no more')).rejects.toThrow('there is no more')
})

test('takes an empty line as no answer', async () => {
  await expect(fromLines('\n').ask('ID: ', 'no ID')).rejects.toThrow('no ID')
})
