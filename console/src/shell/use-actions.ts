import type { Look } from '@podium/contract/calls/preferences.ts'
import { Contrast, Keyboard, LogOut, SquareStack } from 'lucide-react'
import { SHORTCUTS } from '../navigation/shortcuts.ts'
import { useLookChoice } from '../record/use-look-choice.ts'
import { useSession, useSessionState, useWorkspace } from '../session/use-session.ts'
import type { Command } from './command.ts'
import { standingOf } from './guard.ts'
import { logOut, switchWorkspace } from './leave.ts'
import { actionsFor } from './places.ts'

const THEMES: readonly [Look['theme'], string][] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
]

/** The actions that the person may take from any page. */
export function useActions(openHelp: () => void): readonly Command[] {
  const session = useSession()
  const standing = standingOf(useSessionState())
  const { id: ws } = useWorkspace()
  const choose = useLookChoice()
  const places = actionsFor(ws, standing)
  return [
    ...places.map((place) => ({ ...place, key: place.label })),
    ...THEMES.map(([theme, label]) => ({
      key: theme,
      label: `Theme: ${label}`,
      icon: Contrast,
      act: () => choose({ theme }),
    })),
    {
      key: 'help',
      label: 'Keyboard help',
      icon: Keyboard,
      keys: SHORTCUTS.help.keys,
      act: openHelp,
    },
    { key: 'logout', label: 'Logout', detail: 'sign out', icon: LogOut, act: () => void logOut(session) },
  ]
}

/** Commands that switch to the person's other workspaces. */
export function useSwitches(): readonly Command[] {
  const session = useSession()
  const { workspace, workspaces } = useSessionState()
  return workspaces
    .filter(({ id }) => id !== workspace?.id)
    .map((next) => ({
      key: `switch ${next.id}`,
      label: `Switch to ${next.display_name}`,
      icon: SquareStack,
      act: () => void switchWorkspace(session, next),
    }))
}
