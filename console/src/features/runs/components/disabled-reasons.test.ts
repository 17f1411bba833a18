import type { Caller } from '@podium/contract/rules/permissions.ts'
import { RUN_STATES } from '@podium/contract/rules/run-state.ts'
import { expect, test } from 'vitest'
import { disabledReasons } from './use-run-actions.ts'

const manager: Caller = {
  role: 'DEVELOPER',
  workspaceRole: 'MANAGER',
  membersMayOnlyLook: false,
  madeIt: false,
}
const member: Caller = {
  role: 'DEVELOPER',
  workspaceRole: 'MEMBER',
  membersMayOnlyLook: false,
  madeIt: false,
}
const stranger: Caller = { role: 'DEVELOPER', workspaceRole: null, membersMayOnlyLook: false, madeIt: false }

test.each(RUN_STATES)('allows a manager what the state of a %s run permits', (state) => {
  const reasons = disabledReasons({ state }, manager)
  const live = ['queued', 'starting', 'running'].includes(state)
  expect(reasons).toEqual(
    live
      ? {
          stop: undefined,
          retry: 'A run can be retried when it has ended.',
          delete: 'This run has not ended yet. Stop it first.',
        }
      : { stop: 'This run has already ended.', retry: undefined, delete: undefined },
  )
})

test('does not stop a run that is already being stopped', () => {
  expect(disabledReasons({ state: 'running', stop_requested_at: '2026-11-20' }, manager).stop).toBe(
    'It is already being stopped.',
  )
})

test('lets a member delete only own runs, and an outsider do nothing', () => {
  expect(disabledReasons({ state: 'failed' }, member).delete).toMatch(/^Only a manager of this workspace, or/)
  expect(disabledReasons({ state: 'failed' }, { ...member, madeIt: true }).delete).toBeUndefined()
  const reader = { ...member, membersMayOnlyLook: true, madeIt: true }
  const sentence = 'Members may only look in this workspace. Ask a manager for the role Developer.'
  expect(disabledReasons({ state: 'failed' }, reader)).toEqual({
    stop: sentence,
    retry: sentence,
    delete: sentence,
  })
  expect(
    Object.values(disabledReasons({ state: 'failed' }, stranger)).every((reason) => reason !== undefined),
  ).toBe(true)
})
