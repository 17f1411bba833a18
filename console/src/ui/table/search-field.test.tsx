import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { SearchField } from './toolbar.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

function open() {
  const searched: string[] = []
  function Search() {
    const [text, setText] = useState('')
    return (
      <SearchField
        label="Search runs"
        value={text}
        onChange={(typed) => {
          searched.push(typed)
          setText(typed)
        }}
      />
    )
  }
  render(<Search />)
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  /** Writes a text as an input method does before it has finished it. */
  const compose = (value: string) => fireEvent.input(field, { target: { value }, isComposing: true })
  return { searched, field, compose }
}

test('searches for letters at once, and for the jamo of a syllable after a pause', () => {
  const { searched, field, compose } = open()
  fireEvent.input(field, { target: { value: 'a' } })
  expect(searched).toEqual(['a'])
  fireEvent.compositionStart(field)
  for (const value of ['aㅎ', 'a하', 'a한']) {
    compose(value)
    pass(200)
    expect([field.value, searched]).toEqual([value, ['a']])
  }
  pass(100)
  expect([field.value, searched]).toEqual(['a한', ['a', 'a한']])
})

test('searches for a finished syllable at once', () => {
  const { searched, field, compose } = open()
  fireEvent.compositionStart(field)
  compose('하')
  compose('한')
  fireEvent.compositionEnd(field)
  expect([field.value, searched]).toEqual(['한', ['한']])
  pass(1000)
  expect(searched).toEqual(['한'])
})
