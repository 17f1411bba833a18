import { expect, test } from 'vitest'
import { paths } from './paths.ts'
import { hrefOf, parseSearch, stringifySearch } from './target.ts'

test('builds every address of the console', () => {
  expect(
    [
      paths.login(),
      paths.setup(),
      paths.password(),
      paths.overview(),
      paths.solutions(),
      paths.solutions({ q: 'weld' }),
      paths.solution('s 1', { ws: 'w1', tab: 'Data' }),
      paths.models(),
      paths.models({ state: 'failed' }),
      paths.newRun({ stream: 'st1' }),
      paths.run('r1', { ws: 'w1' }),
      paths.instances({ status: 'draft' }),
      paths.newInstance({ solution: 's1' }),
      paths.instance('i 1', { tab: 'logs' }),
      paths.settings(),
      paths.audit({ object_id: 'a2' }),
      paths.workspaces({ page: '2' }),
      paths.newWorkspace(),
      paths.workspace('w 1', { tab: 'members' }),
      paths.editWorkspace('w1'),
      paths.manageMembers('w1'),
      paths.editProfile({ tab: 'tokens' }),
      paths.accounts({ locked: 'true' }),
      paths.refusedSignIns({ from: '2026-11-20' }),
      paths.newAccount(),
      paths.directoryAccounts(),
      paths.editAccount('a 1', { tab: 'password' }),
      paths.reference(),
    ].map(hrefOf),
  ).toEqual([
    '/auth/login',
    '/auth/setup',
    '/auth/password',
    '/overview',
    '/solution',
    '/solution?q=weld',
    '/solution/s%201?ws=w1&tab=Data',
    '/inferenceModel',
    '/inferenceModel?state=failed',
    '/inferenceModel/run/new?stream=st1',
    '/inferenceModel/run/r1?ws=w1',
    '/inferenceModel?status=draft&view=instances',
    '/inferenceModel/instance/new?solution=s1',
    '/inferenceModel/instance/i%201?tab=logs',
    '/settings',
    '/settings/audit?object_id=a2',
    '/settings/workspace?page=2',
    '/settings/workspace/register',
    '/settings/workspace/detail/w%201?tab=members',
    '/settings/workspace/edit/w1',
    '/settings/workspace/members/w1',
    '/settings/account/editProfile?tab=tokens',
    '/settings/account?locked=true',
    '/settings/account/refused?from=2026-11-20',
    '/settings/account/register',
    '/settings/account/directory',
    '/settings/account/edit/a%201?tab=password',
    '/reference',
  ])
})

test('parses a query as texts, and writes it without empty values', () => {
  expect(parseSearch('?page=2&q=05&sort=-name&q=06')).toEqual({ page: '2', q: '06', sort: '-name' })
  expect(stringifySearch({ page: 2, q: '', sort: undefined, state: 'failed' })).toBe('?page=2&state=failed')
  expect(stringifySearch({})).toBe('')
})
