import { listRuns } from '@podium/contract/run-list.ts'
import { shownState } from '@podium/contract/run-state.ts'
import { listSolutions } from '@podium/contract/solutions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { GitFork, type LucideIcon, Package } from 'lucide-react'
import { useDeferredValue } from 'react'
import { sentenceFor } from '../api/api-error.ts'
import { q } from '../api/query.ts'
import { countOf } from '../format/number.ts'
import { formatVersion } from '../format/version.ts'
import { paths } from '../navigation/paths.ts'
import { hrefOf, type Target } from '../navigation/target.ts'
import { useSessionState, useWorkspace } from '../session/use-session.ts'
import layout from '../theme/layout.module.css'
import texts from '../theme/text.module.css'
import { TextButton } from '../ui/button/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Icon } from '../ui/drawing/icon.tsx'
import { SearchField } from '../ui/table/toolbar.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import { Marked } from '../ui/text/marked.tsx'
import styles from './options.module.css'
import { actionsFor, type Place, pagesFor } from './places.ts'
import type { MenuEntry } from './screen.ts'
import { useActiveOption } from './use-active-option.ts'

interface Command {
  key: string
  label: string
  icon: LucideIcon
  hint?: string
  to: Target
}

interface CommandMenuProps {
  menu: readonly MenuEntry[]
  text: string
  onText: (text: string) => void
  onClose: () => void
}

/** Go somewhere, begin something, or find a solution or a run of the workspace, from the keyboard. */
export function CommandMenu({ menu, text, onText, onClose }: CommandMenuProps) {
  const navigate = useNavigate()
  const { groups, failure, retry } = useCommands(menu, text)
  const commands = groups.flatMap(({ commands }) => commands)
  const { activeId, onKeyDown, optionProps, setActive } = useActiveOption(commands, ({ to }, inNewTab) => {
    onClose()
    if (inNewTab) window.open(hrefOf(to), '_blank', 'noopener')
    else void navigate(to)
  })
  return (
    <Dialog open atTop width={420} title="Command menu" onClose={onClose}>
      <SearchField
        role="combobox"
        label="Search or jump to"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        placeholder="Search or jump to…"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(typed) => {
          onText(typed)
          setActive(0)
        }}
      />
      {failure && (
        <p role="alert" className={classNames(layout.wrap, styles.nothing)}>
          Solutions and runs could not be searched. {failure}
          <TextButton onClick={retry}>Retry</TextButton>
        </p>
      )}
      <div
        id="commands"
        role="listbox"
        aria-label="Results"
        className={classNames(layout.scroll, styles.results)}
      >
        {groups.map(({ title, commands: inGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true" className={classNames(texts.note, styles.title)}>
              {title}
            </p>
            {inGroup.map((command) => (
              // The focus stays in the field, which names the active option.
              <div
                {...optionProps(commands.indexOf(command))}
                key={command.key}
                className={classNames(layout.row, styles.option)}
              >
                <Icon of={command.icon} />
                <span className={classNames(layout.grow, texts.cut)}>
                  <Marked text={command.label} wanted={text.trim()} />
                </span>
                {command.hint !== undefined && <span className={texts.note}>{command.hint}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {commands.length === 0 && !failure && (
        <p className={classNames(texts.muted, styles.nothing)}>Nothing matches “{text}”.</p>
      )}
      <p className={classNames(layout.wrap, texts.note)}>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> choose <Kbd>Enter</Kbd> open <Kbd>Ctrl Enter</Kbd> new tab
      </p>
      <p role="status" className={texts.hidden}>
        {countOf(commands.length, 'result')}
      </p>
    </Dialog>
  )
}

/** The newest need not be called what was typed: other words of theirs are searched too. */
const READ_AT_MOST = 50
const SHOWN_AT_MOST = 5

/** The places, and the solutions and runs of the workspace whose name is nearest to the text, newest first. */
function useCommands(menu: readonly MenuEntry[], text: string) {
  const { id: ws } = useWorkspace()
  const { account, workspace } = useSessionState()
  const visitor = { account, workspaceRole: workspace?.role ?? null }
  const wanted = useDeferredValue(text.trim())
  const query = { workspace_id: ws, q: wanted, page_size: READ_AT_MOST }
  const options = { enabled: wanted !== '', placeholderData: keepPreviousData }
  const solutions = useQuery({ ...q(listSolutions, { query }), ...options })
  const newest = useQuery({ ...q(listRuns, { query: { ...query, sort: '-created_at' } }), ...options })
  // The first run of a stream has hundreds after it whose names begin with its own.
  const byName = useQuery({ ...q(listRuns, { query: { ...query, sort: 'name' } }), ...options })
  const runs = [...(newest.data?.stream_histories ?? []), ...(byName.data?.stream_histories ?? [])]
  const typed = text.trim().toLowerCase()
  const groups: { title: string; commands: Command[] }[] = [
    { title: 'Actions', commands: placesMatching(actionsFor(ws, visitor), typed) },
    { title: 'Go to', commands: placesMatching(pagesFor(menu, visitor), typed) },
  ]
  if (wanted !== '') {
    const solutionCommands = nearest(solutions.data?.solutions ?? [], wanted).map(
      ({ id, name, versions }) => ({
        key: id,
        label: name,
        icon: Package,
        hint: formatVersion(versions[0]?.version_num),
        to: paths.solution(id, { ws }),
      }),
    )
    const runCommands = nearest(eachOnce(runs), wanted).map(({ id, name, state }) => ({
      key: id,
      label: name,
      icon: GitFork,
      hint: shownState(state),
      to: paths.run(id, { ws }),
    }))
    groups.unshift(
      { title: 'Solutions', commands: solutionCommands },
      { title: 'Runs', commands: runCommands },
    )
  }
  const searches = [solutions, newest, byName]
  const failed = searches.filter(({ isError }) => isError)
  return {
    groups: groups.filter(({ commands }) => commands.length > 0),
    failure: failed[0] && wanted !== '' ? sentenceFor(failed[0].error) : undefined,
    retry: () => {
      for (const search of failed) void search.refetch()
    },
  }
}

function placesMatching(places: readonly Place[], wanted: string): Command[] {
  return places
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map((place) => ({ key: place.label, ...place }))
}

function eachOnce<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/**
 * The few that are called exactly that, then those that begin with the text, then those that hold it, then those that
 * were found for another reason; equals stay as they came.
 */
function nearest<Found extends { name: string }>(found: readonly Found[], text: string): Found[] {
  const wanted = text.toLowerCase()
  return found
    .toSorted((one, other) => distance(one.name, wanted) - distance(other.name, wanted))
    .slice(0, SHOWN_AT_MOST)
}

function distance(name: string, wanted: string): number {
  const index = name.toLowerCase().indexOf(wanted)
  if (index === 0) return name.length === wanted.length ? 0 : 1
  return index > 0 ? 2 : 3
}
