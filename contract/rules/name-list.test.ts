import { expect, test } from 'vitest'
import { listOfNames, namesInList } from './name-list.ts'

test.each([
  [['loss', 'val/accuracy'], 'loss,val/accuracy'],
  [['recall (cat, dog)', 'loss'], '"recall (cat, dog)",loss'],
  [['the "best"', ','], '"the ""best""",","'],
  [['p>0.9', 'a=b', "it's"], "p>0.9,a=b,it's"],
  [['"', '""', 'a,"b"'], '"""","""""","a,""b"""'],
  [[], ''],
])('writes %j as one text and reads it again', (names, text) => {
  expect(listOfNames(names)).toBe(text)
  expect(namesInList(text)).toEqual(names)
})

test.each([
  [' loss , accuracy ,', ['loss', 'accuracy']],
  ['loss,loss', ['loss']],
  ['5" tube,loss', ['5" tube', 'loss']],
  ['"open, loss', ['"open', 'loss']],
  [',,', []],
])('reads %j as %j', (text, names) => expect(namesInList(text)).toEqual(names))
