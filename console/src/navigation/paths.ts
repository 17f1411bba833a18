import type { Place, Search } from './place.ts'

/** Every address of the console, built in one place. A link to an object names its workspace in `ws`. */
export const paths = {
  login: (): Place => ({ to: '/auth/login' }),
  setup: (): Place => ({ to: '/auth/setup' }),
  password: (): Place => ({ to: '/auth/password' }),
  overview: (): Place => ({ to: '/overview' }),
  solutions: (search?: Search): Place => ({ to: '/solution', search }),
  solution: (id: string, search?: Search): Place => ({ to: '/solution/$id', params: { id }, search }),
  editSolution: (id: string, search?: Search): Place => ({
    to: '/solution/$id/edit',
    params: { id },
    search,
  }),
  models: (search?: Search): Place => ({ to: '/inferenceModel', search }),
  modelList: (search?: Search): Place => ({ to: '/inferenceModel', search: { ...search, view: 'models' } }),
  model: (id: string, search?: Search): Place => ({
    to: '/inferenceModel/models/$id',
    params: { id },
    search,
  }),
  newRun: (search?: Search): Place => ({ to: '/inferenceModel/run/new', search }),
  run: (id: string, search?: Search): Place => ({ to: '/inferenceModel/run/$id', params: { id }, search }),
  compare: (search: Search): Place => ({ to: '/inferenceModel/compare', search }),
  instances: (search?: Search): Place => ({
    to: '/inferenceModel',
    search: { ...search, view: 'instances' },
  }),
  newInstance: (search?: Search): Place => ({ to: '/inferenceModel/instance/new', search }),
  instance: (id: string, search?: Search): Place => ({
    to: '/inferenceModel/instance/$id',
    params: { id },
    search,
  }),
  settings: (): Place => ({ to: '/settings' }),
  audit: (search?: Search): Place => ({ to: '/settings/audit', search }),
  editProfile: (search?: Search): Place => ({ to: '/settings/account/editProfile', search }),
  workspaces: (search?: Search): Place => ({ to: '/settings/workspace', search }),
  newWorkspace: (): Place => ({ to: '/settings/workspace/register' }),
  workspace: (id: string, search?: Search): Place => ({
    to: '/settings/workspace/detail/$id',
    params: { id },
    search,
  }),
  editWorkspace: (id: string): Place => ({ to: '/settings/workspace/edit/$id', params: { id } }),
  manageMembers: (id: string): Place => ({ to: '/settings/workspace/members/$id', params: { id } }),
  accounts: (search?: Search): Place => ({ to: '/settings/account', search }),
  newAccount: (): Place => ({ to: '/settings/account/register' }),
  directoryAccounts: (): Place => ({ to: '/settings/account/directory' }),
  editAccount: (id: string, search?: Search): Place => ({
    to: '/settings/account/edit/$id',
    params: { id },
    search,
  }),
  reference: (): Place => ({ to: '/reference' }),
}
