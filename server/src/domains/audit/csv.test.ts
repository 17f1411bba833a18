import { expect, test } from 'vitest'
import { eventLine, eventsHead } from './routes.ts'

const event = {
  id: 7,
  at: '2026-11-20T09:30:00.000Z',
  actor_id: null,
  actor_name: 'podium',
  address: null,
  request_id: null,
  action: 'object.write',
  object_kind: 'object',
  object_id: 'uploads/a.csv',
  object_name: 'uploads/a.csv',
  workspace_id: null,
  workspace_name: null,
  before: null,
  after: { size: 3 },
}

test('has a cell for each column of the head', () => {
  expect(eventsHead).toBe(
    '\uFEFFat,actor_name,address,action,object_kind,object_name,object_id,workspace_name,before,after,request_id,id\r\n',
  )
  expect(eventLine(event)).toBe(
    '2026-11-20T09:30:00.000Z,podium,,object.write,object,uploads/a.csv,uploads/a.csv,,,"{""size"":3}",,7\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j runs in no spreadsheet', (object_name) => {
  expect(eventLine({ ...event, object_name })).toMatch(/,"?'[=+\-@\t\r]/)
})

test('keeps commas, quotes and line breaks inside their cell', () => {
  expect(eventLine({ ...event, object_name: 'a,"b"\nc' })).toContain(',"a,""b""\nc",')
})
