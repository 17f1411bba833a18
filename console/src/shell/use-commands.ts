import { MOST_FOUND } from '@podium/contract/calls/search.ts'
import type { CommandGroup } from './command.ts'
import { commandsWith } from './command.ts'
import type { Place } from './places.ts'
import { useActions, useSwitches } from './use-actions.ts'
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
      commands: isEmpty ? [] : commandsWith(text, switches).slice(0, MOST_FOUND),
    },
  ]
  return { ...found, groups: groups.filter(({ commands }) => commands.length > 0) }
}
