import { Database, GitFork, LayoutDashboard, Package, Settings2 } from 'lucide-react'
import { paths } from './navigation/paths.ts'
import type { Crumb, MenuEntry, Screen } from './shell/screen.ts'

const ADMINISTRATORS = 'administration-screen.open'

const SOLUTIONS: Crumb = { label: 'AI Solution', to: paths.solutions() }
/** Named after the solution on the page; the link keeps the id of the address. */
const SOLUTION: Crumb = { label: '', to: { to: '/solution/$id' } }
const MODELS: Crumb = { label: 'Inf Model', to: paths.models() }
const MODEL_LIST: Crumb = { label: 'Models', to: paths.modelList() }
const DATA_SETS: Crumb = { label: 'Data sets', to: paths.dataSets() }
const SETTINGS: Crumb = { label: 'Settings', to: paths.settings() }
const ACCOUNTS: Crumb = { label: 'Accounts', to: paths.accounts(), access: ADMINISTRATORS }
const WORKSPACE: Crumb = { label: 'Workspace', to: paths.workspaces() }

/**
 * A screen that is open to all roles, and the last step of its breadcrumb.
 * @param name the label of that step, by default the title; '' for the name of the record on the page
 */
function stepOf(crumbs: Screen['crumbs'], title: string, name = title) {
  return { title, access: 'screen.open', crumbs: [...crumbs, { label: name }] } as const
}

const solutionList = {
  ...stepOf(['workspace'], 'AI Solution'),
  page: () => import('./features/solutions/solution-list-page.tsx'),
}
const modelList = {
  ...stepOf(['workspace'], 'Inf Model'),
  page: () => import('./features/instances/inference-model-page.tsx'),
}

/** Every address of the console, with the permission it needs. Other addresses show no page. */
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
    ...stepOf(['workspace'], 'Overview'),
    page: () => import('./features/overview/overview-page.tsx'),
  },
  { path: '/solution', ...solutionList },
  { path: '/solution/list', ...solutionList },
  {
    path: '/solution/$id',
    ...stepOf(['workspace', SOLUTIONS], 'AI Solution', ''),
    page: () => import('./features/solutions/solution-page.tsx'),
  },
  {
    path: '/solution/$id/edit',
    ...stepOf(['workspace', SOLUTIONS, SOLUTION], 'Edit AI Solution', 'Edit'),
    page: () => import('./features/solutions/edit-solution-page.tsx'),
  },
  { path: '/inferenceModel', ...modelList },
  { path: '/inferenceModel/list', ...modelList },
  {
    path: '/inferenceModel/run/new',
    ...stepOf(['workspace', MODELS], 'New Run'),
    page: () => import('./features/runs/new-run-page.tsx'),
  },
  {
    path: '/inferenceModel/run/$id',
    ...stepOf(['workspace', MODELS], 'Run', ''),
    page: () => import('./features/run-page/run-page.tsx'),
  },
  {
    path: '/inferenceModel/compare',
    ...stepOf(['workspace', MODELS], 'Compare'),
    page: () => import('./features/comparison/comparison-page.tsx'),
  },
  {
    path: '/inferenceModel/models/$id',
    ...stepOf(['workspace', MODEL_LIST], 'Model', ''),
    page: () => import('./features/models/model-page.tsx'),
  },
  {
    path: '/inferenceModel/instance/new',
    ...stepOf(['workspace', MODELS], 'New Instance'),
    page: () => import('./features/instances/new-instance-page.tsx'),
  },
  {
    path: '/inferenceModel/instance/$id',
    ...stepOf(['workspace', MODELS], 'Instance', ''),
    page: () => import('./features/instances/instance-page.tsx'),
  },
  {
    path: '/dataSet',
    ...stepOf(['workspace'], 'Data sets'),
    page: () => import('./features/data-sets/data-set-list-page.tsx'),
  },
  {
    path: '/dataSet/new',
    ...stepOf(['workspace', DATA_SETS], 'New Data Set'),
    page: () => import('./features/data-sets/new-data-set-page.tsx'),
  },
  {
    path: '/dataSet/$id',
    ...stepOf(['workspace', DATA_SETS], 'Data set', ''),
    page: () => import('./features/data-sets/data-set-page.tsx'),
  },
  { path: '/settings', title: 'Settings', access: 'screen.open', crumbs: [], leadsTo: paths.workspaces() },
  {
    path: '/settings/workspace',
    ...stepOf([SETTINGS], 'Workspace'),
    page: () => import('./features/workspaces/workspace-list-page.tsx'),
  },
  {
    path: '/settings/workspace/register',
    ...stepOf([SETTINGS, WORKSPACE], 'New Workspace'),
    access: ADMINISTRATORS,
    page: () => import('./features/workspaces/new-workspace-page.tsx'),
  },
  {
    path: '/settings/workspace/detail/$id',
    ...stepOf([SETTINGS, WORKSPACE], 'Workspace Detail'),
    page: () => import('./features/workspace-page/workspace-page.tsx'),
  },
  {
    path: '/settings/workspace/members/$id',
    ...stepOf([SETTINGS, WORKSPACE], 'Manage Members'),
    page: () => import('./features/members/manage-members-page.tsx'),
  },
  {
    path: '/settings/workspace/edit/$id',
    ...stepOf([SETTINGS, WORKSPACE], 'Edit Workspace'),
    access: ADMINISTRATORS,
    page: () => import('./features/workspaces/edit-workspace-page.tsx'),
  },
  {
    path: '/settings/workspace/schedule/$id',
    ...stepOf([SETTINGS, WORKSPACE], 'New Schedule'),
    page: () => import('./features/schedules/new-schedule-page.tsx'),
  },
  {
    path: '/settings/schedule/$id',
    ...stepOf([SETTINGS, WORKSPACE], 'Edit Schedule', ''),
    page: () => import('./features/schedules/edit-schedule-page.tsx'),
  },
  {
    path: '/settings/requests',
    ...stepOf([SETTINGS], 'Access Requests'),
    page: () => import('./features/access/access-requests-page.tsx'),
  },
  {
    path: '/settings/audit',
    ...stepOf([SETTINGS], 'Audit'),
    page: () => import('./features/audit/audit-page.tsx'),
  },
  {
    path: '/settings/engine',
    ...stepOf([SETTINGS], 'Engine'),
    access: ADMINISTRATORS,
    page: () => import('./features/engine/engine-page.tsx'),
  },
  {
    path: '/settings/account',
    ...stepOf([SETTINGS], 'Accounts'),
    access: ADMINISTRATORS,
    page: () => import('./features/accounts/account-list-page.tsx'),
  },
  {
    path: '/settings/account/refused',
    ...stepOf([SETTINGS, ACCOUNTS], 'Refused Sign-ins'),
    access: ADMINISTRATORS,
    page: () => import('./features/accounts/refused-sign-ins-page.tsx'),
  },
  {
    path: '/settings/account/register',
    ...stepOf([SETTINGS, ACCOUNTS], 'New Account'),
    access: ADMINISTRATORS,
    page: () => import('./features/accounts/new-account-page.tsx'),
  },
  {
    path: '/settings/account/directory',
    ...stepOf([SETTINGS, ACCOUNTS], 'Add from Directory'),
    access: ADMINISTRATORS,
    page: () => import('./features/accounts/directory-page.tsx'),
  },
  {
    path: '/settings/account/editProfile',
    ...stepOf([SETTINGS, ACCOUNTS], 'Edit Profile'),
    page: () => import('./features/profile/edit-profile-page.tsx'),
  },
  {
    path: '/settings/account/edit/$id',
    ...stepOf([SETTINGS, ACCOUNTS], 'Edit Account'),
    access: ADMINISTRATORS,
    page: () => import('./features/accounts/edit-account-page.tsx'),
  },
  {
    path: '/settings/account/leave/$id',
    ...stepOf([SETTINGS, ACCOUNTS], 'Person Leaves'),
    access: ADMINISTRATORS,
    page: () => import('./features/accounts/leave-page.tsx'),
  },
  {
    path: '/reference',
    ...stepOf([], 'Reference'),
    page: () => import('./features/reference/reference-page.tsx'),
  },
]

/** The sidebar. An entry is shown if its screen may be opened. */
export const menu: readonly MenuEntry[] = [
  { label: 'Overview', icon: LayoutDashboard, to: paths.overview(), prefix: '/overview' },
  { label: 'AI Solution', icon: Package, to: paths.solutions(), prefix: '/solution' },
  { label: 'Inf Model', icon: GitFork, to: paths.models(), prefix: '/inferenceModel' },
  { label: 'Data sets', icon: Database, to: paths.dataSets(), prefix: '/dataSet' },
  {
    label: 'Settings',
    icon: Settings2,
    to: paths.settings(),
    prefix: '/settings',
    children: [
      { label: 'Workspace', to: paths.workspaces(), prefix: '/settings/workspace' },
      { label: 'Account', to: paths.accounts(), prefix: '/settings/account', access: ADMINISTRATORS },
      {
        label: 'Requests',
        to: paths.accessRequests(),
        prefix: '/settings/requests',
        access: 'access-request.decide',
      },
      { label: 'Audit', to: paths.audit(), prefix: '/settings/audit', access: 'audit.read' },
      { label: 'Engine', to: paths.engine(), prefix: '/settings/engine', access: ADMINISTRATORS },
    ],
  },
]
