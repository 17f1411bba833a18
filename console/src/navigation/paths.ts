import type { Search, Target } from './target.ts'

/** Every address of the console, built in one place. A link to an object names its workspace in `ws`. */
export const paths = {
  login: (): Target => ({ to: '/auth/login' }),
  setup: (): Target => ({ to: '/auth/setup' }),
  password: (): Target => ({ to: '/auth/password' }),
  overview: (): Target => ({ to: '/overview' }),
  solutions: (search?: Search): Target => ({ to: '/solution', search }),
  solution: (id: string, search?: Search): Target => ({ to: '/solution/$id', params: { id }, search }),
  editSolution: (id: string, search?: Search): Target => ({
    to: '/solution/$id/edit',
    params: { id },
    search,
  }),
  models: (search?: Search): Target => ({ to: '/inferenceModel', search }),
  modelList: (search?: Search): Target => ({ to: '/inferenceModel', search: { ...search, view: 'models' } }),
  model: (id: string, search?: Search): Target => ({
    to: '/inferenceModel/models/$id',
    params: { id },
    search,
  }),
  newRun: (search?: Search): Target => ({ to: '/inferenceModel/run/new', search }),
  run: (id: string, search?: Search): Target => ({ to: '/inferenceModel/run/$id', params: { id }, search }),
  compare: (search: Search): Target => ({ to: '/inferenceModel/compare', search }),
  instances: (search?: Search): Target => ({
    to: '/inferenceModel',
    search: { ...search, view: 'instances' },
  }),
  newInstance: (search?: Search): Target => ({ to: '/inferenceModel/instance/new', search }),
  instance: (id: string, search?: Search): Target => ({
    to: '/inferenceModel/instance/$id',
    params: { id },
    search,
  }),
  settings: (): Target => ({ to: '/settings' }),
  audit: (search?: Search): Target => ({ to: '/settings/audit', search }),
  engine: (): Target => ({ to: '/settings/engine' }),
  editProfile: (search?: Search): Target => ({ to: '/settings/account/editProfile', search }),
  workspaces: (search?: Search): Target => ({ to: '/settings/workspace', search }),
  newWorkspace: (): Target => ({ to: '/settings/workspace/register' }),
  workspace: (id: string, search?: Search): Target => ({
    to: '/settings/workspace/detail/$id',
    params: { id },
    search,
  }),
  editWorkspace: (id: string): Target => ({ to: '/settings/workspace/edit/$id', params: { id } }),
  manageMembers: (id: string): Target => ({ to: '/settings/workspace/members/$id', params: { id } }),
  accessRequests: (search?: Search): Target => ({ to: '/settings/requests', search }),
  accounts: (search?: Search): Target => ({ to: '/settings/account', search }),
  newAccount: (): Target => ({ to: '/settings/account/register' }),
  directoryAccounts: (): Target => ({ to: '/settings/account/directory' }),
  editAccount: (id: string, search?: Search): Target => ({
    to: '/settings/account/edit/$id',
    params: { id },
    search,
  }),
  reference: (): Target => ({ to: '/reference' }),
}
