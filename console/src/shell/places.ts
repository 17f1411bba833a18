import type { Permission } from '@podium/contract/rules/permissions.ts'
import {
  Box,
  Building2,
  Contrast,
  FileText,
  GitFork,
  KeyRound,
  Layers,
  type LucideIcon,
  Package,
  Play,
  Plus,
  UserPlus,
  Users,
  Workflow,
} from 'lucide-react'
import { paths } from '../navigation/paths.ts'
import { keysTo } from '../navigation/shortcuts.ts'
import type { Target } from '../navigation/target.ts'
import { isFor, type Viewer } from './guard.ts'
import type { MenuEntry } from './screen.ts'

export interface Place {
  label: string
  icon: LucideIcon
  to: Target
  /** the shortcut that leads there too */
  keys?: string | undefined
}

interface LimitedPlace extends Place {
  /** the permission that it needs */
  access?: Permission
}

const PAGES: readonly LimitedPlace[] = [
  { label: 'Runs', icon: GitFork, to: paths.models({ view: 'runs' }), access: 'run.read' },
  { label: 'Streams', icon: Workflow, to: paths.models({ view: 'streams' }), access: 'stream.read' },
  { label: 'Models', icon: Box, to: paths.modelList(), access: 'model.read' },
  { label: 'Instances', icon: Layers, to: paths.instances(), access: 'instance.read' },
  { label: 'Edit Profile: Password', icon: KeyRound, to: paths.editProfile() },
  { label: 'Edit Profile: Sessions', icon: KeyRound, to: paths.editProfile({ tab: 'sessions' }) },
  { label: 'Edit Profile: Tokens', icon: KeyRound, to: paths.editProfile({ tab: 'tokens' }) },
  { label: 'Edit Profile: Second Factor', icon: KeyRound, to: paths.editProfile({ tab: 'second-factor' }) },
  { label: 'Edit Profile: Sign-in History', icon: KeyRound, to: paths.editProfile({ tab: 'history' }) },
  { label: 'Edit Profile: Appearance', icon: Contrast, to: paths.editProfile({ tab: 'appearance' }) },
  { label: 'Reference', icon: FileText, to: paths.reference() },
]

function pagesIn(workspace: string): readonly LimitedPlace[] {
  const at = (tab?: string) => ({ icon: Building2, to: paths.workspace(workspace, { tab }) })
  return [
    { label: 'Workspace Detail', ...at() },
    { label: 'Workspace Detail: Members', ...at('members') },
    { label: 'Workspace Detail: Limits and use', ...at('use') },
    { label: 'Workspace Detail: History', ...at('history'), access: 'audit.read' },
  ]
}

function actionsIn(workspace: string): readonly LimitedPlace[] {
  const administration = { access: 'administration-screen.open' } as const
  return [
    { label: 'New Run', icon: Play, to: paths.newRun(), access: 'run.start' },
    {
      label: 'Register Solution',
      icon: Package,
      to: paths.solutions({ register: '1' }),
      access: 'solution.register',
    },
    { label: 'New Instance', icon: Plus, to: paths.newInstance(), access: 'instance.create' },
    { label: 'Manage Members', icon: Users, to: paths.manageMembers(workspace), access: 'member.add' },
    { label: 'New Workspace', icon: Plus, to: paths.newWorkspace(), ...administration },
    { label: 'New Account', icon: UserPlus, to: paths.newAccount(), ...administration },
    { label: 'Add from Directory', icon: UserPlus, to: paths.directoryAccounts(), ...administration },
  ]
}

/** Returns every page that the visitor may open: those of the menu, those outside it, and those of the workspace. */
export function pagesFor(
  menu: readonly MenuEntry[],
  visitor: Viewer,
  workspace: string | undefined,
): readonly Place[] {
  const ofMenu = menu.flatMap(({ icon, children = [], ...entry }) =>
    [entry, ...children].map(({ label, to }) => ({ label, icon, to })),
  )
  const others = [...PAGES, ...(workspace === undefined ? [] : pagesIn(workspace))]
  return [...ofMenu, ...others.filter(({ access }) => isFor(access, visitor))].map((page) => ({
    ...page,
    keys: keysTo(page.to),
  }))
}

/** Returns the actions with a page of their own that the visitor may take in the workspace. */
export function actionsFor(workspace: string, visitor: Viewer): readonly Place[] {
  return actionsIn(workspace).filter(({ access }) => isFor(access, visitor))
}
