import type { Place } from './place.ts'

/** Every address of the console, built in one place. A link to an object names its workspace in `ws`. */
export const paths = {
  login: (): Place => ({ to: '/auth/login' }),
  setup: (): Place => ({ to: '/auth/setup' }),
  password: (): Place => ({ to: '/auth/password' }),
  overview: (): Place => ({ to: '/overview' }),
  solutions: (search?: Place['search']): Place => ({ to: '/solution', ...searchOf(search) }),
  solution: (id: string, search?: Place['search']): Place => ({
    to: '/solution/$id',
    params: { id },
    ...searchOf(search),
  }),
  editSolution: (id: string, search?: Place['search']): Place => ({
    to: '/solution/$id/edit',
    params: { id },
    ...searchOf(search),
  }),
  models: (search?: Place['search']): Place => ({ to: '/inferenceModel', ...searchOf(search) }),
  newRun: (search?: Place['search']): Place => ({ to: '/inferenceModel/run/new', ...searchOf(search) }),
  run: (id: string, search?: Place['search']): Place => ({
    to: '/inferenceModel/run/$id',
    params: { id },
    ...searchOf(search),
  }),
  instances: (search?: Place['search']): Place => ({
    to: '/inferenceModel',
    search: { ...search, view: 'instances' },
  }),
  newInstance: (search?: Place['search']): Place => ({
    to: '/inferenceModel/instance/new',
    ...searchOf(search),
  }),
  instance: (id: string, search?: Place['search']): Place => ({
    to: '/inferenceModel/instance/$id',
    params: { id },
    ...searchOf(search),
  }),
  settings: (): Place => ({ to: '/settings' }),
  audit: (search?: Place['search']): Place => ({ to: '/settings/audit', ...searchOf(search) }),
  editProfile: (search?: Place['search']): Place => ({
    to: '/settings/account/editProfile',
    ...searchOf(search),
  }),
  workspaces: (search?: Place['search']): Place => ({ to: '/settings/workspace', ...searchOf(search) }),
  newWorkspace: (): Place => ({ to: '/settings/workspace/register' }),
  workspace: (id: string, search?: Place['search']): Place => ({
    to: '/settings/workspace/detail/$id',
    params: { id },
    ...searchOf(search),
  }),
  editWorkspace: (id: string): Place => ({ to: '/settings/workspace/edit/$id', params: { id } }),
  manageMembers: (id: string): Place => ({ to: '/settings/workspace/members/$id', params: { id } }),
  accounts: (search?: Place['search']): Place => ({ to: '/settings/account', ...searchOf(search) }),
  newAccount: (): Place => ({ to: '/settings/account/register' }),
  directoryAccounts: (): Place => ({ to: '/settings/account/directory' }),
  editAccount: (id: string, search?: Place['search']): Place => ({
    to: '/settings/account/edit/$id',
    params: { id },
    ...searchOf(search),
  }),
  reference: (): Place => ({ to: '/reference' }),
}

function searchOf(search: Place['search']): Pick<Place, 'search'> {
  return search ? { search } : {}
}
