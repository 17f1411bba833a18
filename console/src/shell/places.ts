import type { Permission } from '@podium/contract/permissions.ts'
import {
  Box,
  Contrast,
  FileText,
  GitFork,
  KeyRound,
  Layers,
  type LucideIcon,
  Play,
  Plus,
  UserPlus,
  Users,
} from 'lucide-react'
import { paths } from '../navigation/paths.ts'
import type { Target } from '../navigation/target.ts'
import { isFor, type Visitor } from './guard.ts'
import type { MenuEntry } from './screen.ts'

/** A page or an action that the command menu leads to. */
export interface Place {
  label: string
  icon: LucideIcon
  to: Target
}

interface LimitedPlace extends Place {
  /** the permission without which it is left out */
  access?: Permission
}

const PAGES: readonly LimitedPlace[] = [
  { label: 'Runs', icon: GitFork, to: paths.models({ view: 'runs' }), access: 'run.read' },
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

function actionsIn(workspace: string): readonly LimitedPlace[] {
  const administration = { access: 'administration-screen.open' } as const
  return [
    { label: 'New Run', icon: Play, to: paths.newRun(), access: 'run.start' },
    { label: 'New Instance', icon: Plus, to: paths.newInstance(), access: 'instance.create' },
    { label: 'Manage Members', icon: Users, to: paths.manageMembers(workspace), access: 'member.add' },
    { label: 'New Workspace', icon: Plus, to: paths.newWorkspace(), ...administration },
    { label: 'New Account', icon: UserPlus, to: paths.newAccount(), ...administration },
    { label: 'Add from Directory', icon: UserPlus, to: paths.directoryAccounts(), ...administration },
  ]
}

/** Every page that the visitor may open: those of the menu, and those that stand in none. */
export function pagesFor(
  menu: readonly MenuEntry[],
  visitor: Pick<Visitor, 'account' | 'workspaceRole'>,
): readonly Place[] {
  const ofMenu = menu.flatMap(({ icon, children = [], ...entry }) =>
    [entry, ...children].map(({ label, to }) => ({ label, icon, to })),
  )
  return [...ofMenu, ...PAGES.filter(({ access }) => isFor(access, visitor))]
}

/** What the visitor may do in the workspace that has a page of its own. */
export function actionsFor(
  workspace: string,
  visitor: Pick<Visitor, 'account' | 'workspaceRole'>,
): readonly Place[] {
  return actionsIn(workspace).filter(({ access }) => isFor(access, visitor))
}
