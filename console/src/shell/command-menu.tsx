import { listRuns } from '@podium/contract/runs.ts'
import { listSolutions } from '@podium/contract/solutions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { q } from '../api/query.ts'
import { formatVersion } from '../format/version.ts'
import { useWorkspace } from '../session/use-session.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Icon } from '../ui/drawing/icon.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import styles from './command-menu.module.css'
import { type Command, type CommandGroup, placesMatching, runCommands, solutionCommands } from './commands.ts'
import type { MenuEntry } from './screen.ts'
import { useActiveOption } from './use-active-option.ts'

interface CommandMenuProps {
  menu: readonly MenuEntry[]
  onClose: () => void
}

/** Go somewhere, or find a solution or a run of the workspace, from the keyboard. */
export function CommandMenu({ menu, onClose }: CommandMenuProps) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const groups = useCommands(menu, text)
  const commands = groups.flatMap(({ commands }) => commands)
  const { activeId, onKeyDown, optionProps, setActive } = useActiveOption(commands.length, (at) => {
    const picked = commands[at]
    if (!picked) return
    onClose()
    void navigate(picked.to)
  })
  return (
    <Dialog open width={420} title="Command menu" onClose={onClose}>
      <div className={styles.find}>
        <Icon of={Search} />
        <input
          type="text"
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded
          aria-controls="commands"
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          placeholder="Search or jump to…"
          autoComplete="off"
          spellCheck={false}
          className={styles.input}
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setActive(0)
          }}
        />
      </div>
      <div id="commands" role="listbox" aria-label="Results" className={styles.results}>
        {groups.map(({ title, commands: inGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true" className={styles.group}>
              {title}
            </p>
            {inGroup.map((command) => (
              <Option key={command.key} command={command} {...optionProps(commands.indexOf(command))} />
            ))}
          </div>
        ))}
      </div>
      {commands.length === 0 && <p className={styles.nothing}>Nothing matches “{text}”.</p>}
      <p className={styles.keys}>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> choose
        </span>
        <span>
          <Kbd>Enter</Kbd> open
        </span>
      </p>
    </Dialog>
  )
}

interface OptionProps extends ReturnType<ReturnType<typeof useActiveOption>['optionProps']> {
  command: Command
}

function Option({ command: { label, icon, aside }, ...option }: OptionProps) {
  return (
    // The focus stays in the field, which names the active option.
    <div {...option} className={styles.option}>
      <Icon of={icon} />
      <span className={styles.label}>{label}</span>
      {aside !== undefined && <span className={styles.aside}>{aside}</span>}
    </div>
  )
}

/** The newest need not be called what was typed: other words of theirs are searched too. */
const READ_AT_MOST = 50
const SHOWN_AT_MOST = 5

/** The places, and the solutions and runs of the workspace whose name is nearest to the text, newest first. */
function useCommands(menu: readonly MenuEntry[], text: string): CommandGroup[] {
  const { id } = useWorkspace()
  const wanted = useDeferredValue(text.trim())
  const query = { workspace_id: id, q: wanted, page_size: READ_AT_MOST }
  const options = { enabled: wanted !== '', placeholderData: keepPreviousData }
  const solutions = useQuery({ ...q(listSolutions, { query }), ...options })
  const newest = useQuery({ ...q(listRuns, { query: { ...query, sort: '-created_at' } }), ...options })
  // The first run of a stream has hundreds after it whose names begin with its own.
  const byName = useQuery({ ...q(listRuns, { query: { ...query, sort: 'name' } }), ...options })
  const runs = [...(newest.data?.stream_histories ?? []), ...(byName.data?.stream_histories ?? [])]
  const found =
    wanted === ''
      ? []
      : [
          solutionCommands(
            nearestFirst(solutions.data?.solutions ?? [], wanted)
              .slice(0, SHOWN_AT_MOST)
              .map((solution) => ({
                id: solution.id,
                name: solution.name,
                aside: formatVersion(solution.versions[0]?.version_num),
              })),
            id,
          ),
          runCommands(
            nearestFirst(eachOnce(runs), wanted)
              .slice(0, SHOWN_AT_MOST)
              .map((run) => ({
                id: run.id,
                name: run.name,
                aside: run.state === 'running' ? 'training' : run.state,
              })),
            id,
          ),
        ]
  return [...found, placesMatching(menu, text)].filter(({ commands }) => commands.length > 0)
}

function eachOnce<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/**
 * What is called exactly that first, then what begins with the text, then what holds it, then what was found for another
 * reason; equals stay as they came.
 */
function nearestFirst<Found extends { name: string }>(found: readonly Found[], text: string): Found[] {
  const wanted = text.toLowerCase()
  return found.toSorted((one, other) => distance(one.name, wanted) - distance(other.name, wanted))
}

function distance(name: string, wanted: string): number {
  const place = name.toLowerCase().indexOf(wanted)
  if (place === 0) return name.length === wanted.length ? 0 : 1
  return place > 0 ? 2 : 3
}
