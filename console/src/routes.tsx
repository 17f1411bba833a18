import { GitFork, LayoutDashboard, Package, Settings2 } from 'lucide-react'
import { paths } from './navigation/paths.ts'
import type { Crumb, MenuEntry, Screen } from './shell/screen.ts'

const EVERYBODY = 'screen.open'
const ADMINISTRATORS = 'administration-screen.open'

const SOLUTIONS: Crumb = { label: 'AI Solution', to: paths.solutions() }
/** Named after the solution that the page shows; the link keeps the id of the address. */
const SOLUTION: Crumb = { label: '', to: { to: '/solution/$id' } }
const MODELS: Crumb = { label: 'Inf Model', to: paths.models() }
const SETTINGS: Crumb = { label: 'Settings', to: paths.settings() }
const ACCOUNTS: Crumb = { label: 'Accounts', to: paths.accounts(), access: ADMINISTRATORS }
const WORKSPACE: Crumb = { label: 'Workspace', to: paths.workspaces() }

const solutionList: Omit<Screen, 'path'> = {
  title: 'AI Solution',
  access: EVERYBODY,
  crumbs: ['workspace', { label: 'AI Solution' }],
  page: () => import('./features/solutions/solution-list-page.tsx'),
}
const modelList: Omit<Screen, 'path'> = {
  title: 'Inf Model',
  access: EVERYBODY,
  crumbs: ['workspace', { label: 'Inf Model' }],
  page: () => import('./features/instances/inference-model-page.tsx'),
}

/** Every address the console knows, and who may open it. All others lead to the overview. */
export const screens: readonly Screen[] = [
  {
    path: '/auth/login',
    title: '',
    access: 'signed-out',
    crumbs: [],
    bare: true,
    page: () => import('./shell/login-screen.tsx'),
  },
  {
    path: '/auth/setup',
    title: 'Set up',
    access: 'signed-out',
    crumbs: [],
    bare: true,
    page: () => import('./features/auth/setup-page.tsx'),
  },
  {
    path: '/auth/password',
    title: 'Change password',
    access: 'password',
    crumbs: [],
    bare: true,
    page: () => import('./features/auth/password-page.tsx'),
  },
  {
    path: '/overview',
    title: 'Overview',
    access: EVERYBODY,
    crumbs: ['workspace', { label: 'Overview' }],
    page: () => import('./features/overview/overview-page.tsx'),
  },
  { path: '/solution', ...solutionList },
  { path: '/solution/list', ...solutionList },
  {
    path: '/solution/$id',
    title: 'AI Solution',
    access: EVERYBODY,
    crumbs: ['workspace', SOLUTIONS, { label: '' }],
    page: () => import('./features/solutions/solution-page.tsx'),
  },
  {
    path: '/solution/$id/edit',
    title: 'Edit AI Solution',
    access: EVERYBODY,
    crumbs: ['workspace', SOLUTIONS, SOLUTION, { label: 'Edit' }],
    page: () => import('./features/solutions/edit-solution-page.tsx'),
  },
  { path: '/inferenceModel', ...modelList },
  { path: '/inferenceModel/list', ...modelList },
  {
    path: '/inferenceModel/run/new',
    title: 'New Run',
    access: EVERYBODY,
    crumbs: ['workspace', MODELS, { label: 'New Run' }],
    page: () => import('./features/runs/new-run-page.tsx'),
  },
  {
    path: '/inferenceModel/run/$id',
    title: 'Run',
    access: EVERYBODY,
    crumbs: ['workspace', MODELS, { label: '' }],
    page: () => import('./features/runs/run-page.tsx'),
  },
  {
    path: '/inferenceModel/instance/new',
    title: 'New Instance',
    access: EVERYBODY,
    crumbs: ['workspace', MODELS, { label: 'New Instance' }],
    page: () => import('./features/instances/new-instance-page.tsx'),
  },
  {
    path: '/inferenceModel/instance/$id',
    title: 'Instance',
    access: EVERYBODY,
    crumbs: ['workspace', MODELS, { label: '' }],
    page: () => import('./features/instances/instance-page.tsx'),
  },
  { path: '/settings', title: 'Settings', access: EVERYBODY, crumbs: [], leadsTo: paths.workspaces() },
  {
    path: '/settings/workspace',
    title: 'Workspace',
    access: EVERYBODY,
    crumbs: [SETTINGS, { label: 'Workspace' }],
    page: () => import('./features/workspaces/workspace-list-page.tsx'),
  },
  {
    path: '/settings/workspace/register',
    title: 'New Workspace',
    access: ADMINISTRATORS,
    crumbs: [SETTINGS, WORKSPACE, { label: 'New Workspace' }],
    page: () => import('./features/workspaces/new-workspace-page.tsx'),
  },
  {
    path: '/settings/workspace/detail/$id',
    title: 'Workspace Detail',
    access: EVERYBODY,
    crumbs: [SETTINGS, WORKSPACE, { label: 'Workspace Detail' }],
    page: () => import('./features/workspaces/workspace-page.tsx'),
  },
  {
    path: '/settings/workspace/members/$id',
    title: 'Manage Members',
    access: EVERYBODY,
    crumbs: [SETTINGS, WORKSPACE, { label: 'Workspace Detail' }],
    page: () => import('./features/workspaces/manage-members-page.tsx'),
  },
  {
    path: '/settings/workspace/edit/$id',
    title: 'Edit Workspace',
    access: ADMINISTRATORS,
    crumbs: [SETTINGS, WORKSPACE, { label: 'Edit Workspace' }],
    page: () => import('./features/workspaces/edit-workspace-page.tsx'),
  },
  {
    path: '/settings/audit',
    title: 'Audit',
    access: EVERYBODY,
    crumbs: [SETTINGS, { label: 'Audit' }],
    page: () => import('./features/audit/audit-page.tsx'),
  },
  {
    path: '/settings/account',
    title: 'Accounts',
    access: ADMINISTRATORS,
    crumbs: [SETTINGS, { label: 'Accounts' }],
    page: () => import('./features/accounts/account-list-page.tsx'),
  },
  {
    path: '/settings/account/register',
    title: 'New Account',
    access: ADMINISTRATORS,
    crumbs: [SETTINGS, ACCOUNTS, { label: 'New Account' }],
    page: () => import('./features/accounts/new-account-page.tsx'),
  },
  {
    path: '/settings/account/directory',
    title: 'Add from Directory',
    access: ADMINISTRATORS,
    crumbs: [SETTINGS, ACCOUNTS, { label: 'Add from Directory' }],
    page: () => import('./features/accounts/directory-page.tsx'),
  },
  {
    path: '/settings/account/editProfile',
    title: 'Edit Profile',
    access: EVERYBODY,
    crumbs: [SETTINGS, ACCOUNTS, { label: 'Edit Profile' }],
    page: () => import('./features/profile/edit-profile-page.tsx'),
  },
  {
    path: '/settings/account/edit/$id',
    title: 'Edit Account',
    access: ADMINISTRATORS,
    crumbs: [SETTINGS, ACCOUNTS, { label: 'Edit Account' }],
    page: () => import('./features/accounts/edit-account-page.tsx'),
  },
  {
    path: '/reference',
    title: 'Reference',
    access: EVERYBODY,
    crumbs: [{ label: 'Reference' }],
    page: () => import('./features/reference/reference-page.tsx'),
  },
]

/** The sidebar. An entry is there when its screen is. */
export const menu: readonly MenuEntry[] = [
  { label: 'Overview', icon: LayoutDashboard, to: paths.overview(), prefix: '/overview' },
  { label: 'AI Solution', icon: Package, to: paths.solutions(), prefix: '/solution' },
  { label: 'Inf Model', icon: GitFork, to: paths.models(), prefix: '/inferenceModel' },
  {
    label: 'Settings',
    icon: Settings2,
    to: paths.settings(),
    prefix: '/settings',
    children: [
      { label: 'Workspace', to: paths.workspaces(), prefix: '/settings/workspace' },
      { label: 'Account', to: paths.accounts(), prefix: '/settings/account', access: ADMINISTRATORS },
    ],
  },
]
