import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'

/**
 * Keyboard control of a list of options while the focus stays on one element: arrows, Home and End move, Enter picks,
 * also with Ctrl, which `pick` receives. It begins at `start`, by default the first option. The active option is the
 * selected one unless given. Spread `optionProps(at)` on each option and put `activeId` into aria-activedescendant.
 */
export function useActiveOption<Option>(
  options: readonly Option[],
  pick: (option: Option, isModified: boolean) => void,
  start = 0,
) {
  const id = useId()
  const [at, setAt] = useState(Math.max(start, 0))
  const active = Math.min(at, options.length - 1)

  function pickAt(option: number, isModified: boolean) {
    const picked = options[option]
    if (picked !== undefined) pick(picked, isModified)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (options.length === 0) return
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: -1 }
    const next = steps[event.key]
    if (next !== undefined) setAt((next + options.length) % options.length)
    else if (event.key === 'Enter') pickAt(active, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  return {
    activeId: active < 0 ? undefined : `${id}-${active}`,
    onKeyDown,
    setActive: setAt,
    optionProps: (option: number, isSelected = option === active) => ({
      id: `${id}-${option}`,
      role: 'option' as const,
      'aria-selected': isSelected,
      'data-active': option === active || undefined,
      onPointerMove: () => setAt(option),
      onClick: ({ ctrlKey, metaKey }: MouseEvent) => pickAt(option, ctrlKey || metaKey),
      ref: (element: HTMLElement | null) => {
        if (option === active) element?.scrollIntoView({ block: 'nearest' })
      },
    }),
  }
}
