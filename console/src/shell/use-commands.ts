import type { Look } from '@podium/contract/calls/preferences.ts'
import { MAX_FOUND } from '@podium/contract/calls/search.ts'
import { Contrast, Keyboard, LogOut, SquareStack } from 'lucide-react'
import { SHORTCUTS } from '../navigation/shortcuts.ts'
import { useLookChoice } from '../record/use-look-choice.ts'
import { useSession, useSessionState, useWorkspace } from '../session/use-session.ts'
import { type Command, type CommandGroup, commandsWith } from './command.ts'
import { viewerOf } from './guard.ts'
import { logOut, switchWorkspace } from './leave.ts'
import { actionsFor, type Place } from './places.ts'
import { useFound, useRecent } from './use-found.ts'

/** The results for a text: objects, actions and pages. Without a text, the objects opened last come first. */
export function useCommands(pages: readonly Place[], text: string, openHelp: () => void) {
  const found = useFound(text)
  const recent = useRecent()
  const actions = useActions(openHelp)
  const switches = useSwitches()
  const isEmpty = text.trim() === ''
  const groups: CommandGroup[] = [
    ...(isEmpty ? [{ title: 'Recent', commands: recent }] : found.groups),
    { title: 'Actions', commands: commandsWith(text, actions) },
    {
      title: 'Go to',
      commands: commandsWith(
        text,
        pages.map((page) => ({ ...page, key: page.label })),
      ),
    },
    {
      title: 'Switch workspace',
      commands: isEmpty ? [] : commandsWith(text, switches).slice(0, MAX_FOUND),
    },
  ]
  return { ...found, groups: groups.filter(({ commands }) => commands.length > 0) }
}

const THEMES: readonly [Look['theme'], string][] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
]

/** The actions that the person may take from any page. */
function useActions(openHelp: () => void): readonly Command[] {
  const session = useSession()
  const viewer = viewerOf(useSessionState())
  const { id: ws } = useWorkspace()
  const choose = useLookChoice()
  const places = actionsFor(ws, viewer)
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
function useSwitches(): readonly Command[] {
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
