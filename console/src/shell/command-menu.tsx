import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { countOf } from '../format/number.ts'
import { SHORTCUTS } from '../navigation/shortcuts.ts'
import { hrefOf } from '../navigation/target.ts'
import layout from '../theme/layout.module.css'
import texts from '../theme/text.module.css'
import { TextButton } from '../ui/button/button.tsx'
import { IconButton } from '../ui/button/icon-button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Icon } from '../ui/drawing/icon.tsx'
import { useComposed } from '../ui/form/use-composed.ts'
import { Kbd } from '../ui/text/kbd.tsx'
import { Marked } from '../ui/text/marked.tsx'
import { useIsPhone } from '../ui/use-is-phone.ts'
import type { Command, CommandGroup } from './command.ts'
import styles from './command-menu.module.css'
import options from './options.module.css'
import type { Place } from './places.ts'
import { useActiveOption } from './use-active-option.ts'
import { useCommands } from './use-commands.ts'

interface CommandMenuProps {
  pages: readonly Place[]
  text: string
  onText: (text: string) => void
  onClose: () => void
  onHelp: () => void
}

/** Finds objects, opens pages and starts actions from the keyboard. */
export function CommandMenu({ pages, text, onText, onClose, onHelp }: CommandMenuProps) {
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const { groups, isSearching, failure, retry } = useCommands(pages, text, onHelp)
  const commands = groups.flatMap((group) => group.commands)
  const choose = ({ to, act }: Command, inNewTab: boolean) => {
    onClose()
    act?.()
    if (!to) return
    if (inNewTab) window.open(hrefOf(to), '_blank', 'noopener')
    else void navigate(to)
  }
  const { activeId, onKeyDown, optionProps, setActive } = useActiveOption(commands, choose)
  const { composed, handlers } = useComposed((typed) => {
    onText(typed)
    setActive(0)
  })
  const counted = countOf(commands.length, 'result')
  const shown = groups.some(({ more }) => more) ? `First ${counted}` : counted
  return (
    <Dialog open atTop width={640} title="Command menu" onClose={onClose}>
      <div className={classNames(layout.row, styles.head)}>
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
          maxLength={200}
          value={composed ?? text}
          onKeyDown={onKeyDown}
          {...handlers}
          className={classNames(layout.grow, styles.input)}
        />
        {isPhone ? (
          <IconButton icon={X} label="Close" onClick={onClose} />
        ) : (
          <Kbd>{SHORTCUTS.close.keys}</Kbd>
        )}
      </div>
      {failure && (
        <p role="alert" className={classNames(layout.wrap, options.nothing)}>
          The search failed. {failure}
          <TextButton onClick={retry}>Retry</TextButton>
        </p>
      )}
      <div
        id="commands"
        role="listbox"
        aria-label="Results"
        className={classNames(layout.scroll, styles.results)}
      >
        {groups.map((group) => (
          <Group
            key={group.title}
            group={group}
            text={text}
            optionOf={(one) => optionProps(commands.indexOf(one))}
          />
        ))}
      </div>
      {commands.length === 0 && !failure && (
        <p className={classNames(texts.muted, options.nothing)}>
          {isSearching ? 'Searching…' : `Nothing matches “${text.trim()}”.`}
        </p>
      )}
      <p className={classNames(layout.wrap, texts.note, styles.foot)}>
        {!isPhone && (
          <>
            <span>
              <Kbd>↑</Kbd> <Kbd>↓</Kbd> choose
            </span>
            <span>
              <Kbd>{SHORTCUTS.open.keys}</Kbd> open
            </span>
            <span>
              <Kbd>{SHORTCUTS.newTab.keys}</Kbd> new tab
            </span>
          </>
        )}
        <span role="status" className={layout.end}>
          {isSearching ? 'Searching…' : shown}
        </span>
      </p>
    </Dialog>
  )
}

interface GroupProps {
  group: CommandGroup
  text: string
  optionOf: (command: Command) => ReturnType<ReturnType<typeof useActiveOption>['optionProps']>
}

function Group({ group: { title, commands, more }, text, optionOf }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
    <div role="group" aria-label={title}>
      <p aria-hidden="true" className={classNames(layout.between, texts.note, options.title)}>
        {title}
        {more && <span>first {commands.length}</span>}
      </p>
      {commands.map((command) => (
        // The focus stays in the field, whose aria-activedescendant names the active option.
        <div {...optionOf(command)} key={command.key} className={classNames(layout.row, options.option)}>
          <Icon of={command.icon} />
          <span className={classNames(layout.grow, texts.cut)}>
            <Marked text={command.label} wanted={text.trim()} />
            {command.detail && (
              <span className={classNames(texts.note, styles.detail)}> {command.detail}</span>
            )}
          </span>
          {command.hint && <span className={classNames(texts.note, styles.hint)}>{command.hint}</span>}
          {command.keys !== undefined && <Kbd>{command.keys}</Kbd>}
        </div>
      ))}
    </div>
  )
}
