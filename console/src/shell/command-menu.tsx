import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Icon } from '../ui/drawing/icon.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import styles from './command-menu.module.css'
import type { Command } from './commands.ts'
import type { MenuEntry } from './screen.ts'
import { useActiveOption } from './use-active-option.ts'
import { useCommands } from './use-commands.ts'

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
