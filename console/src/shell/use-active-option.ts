import { type KeyboardEvent, useId, useState } from 'react'

/**
 * The keyboard of a list of options while the focus stays on one control: arrows, Home and End move, Enter picks.
 * It begins at `start`; the active option is the selected one unless told otherwise. Spread `optionProps(at)` on each
 * option and `activeId` into aria-activedescendant.
 */
export function useActiveOption(count: number, pick: (at: number) => void, start = 0) {
  const id = useId()
  const [at, setAt] = useState(start)
  const active = Math.min(at, count - 1)

  function onKeyDown(event: KeyboardEvent) {
    const next = nextOption(event.key, active, count)
    if (next !== undefined) setAt(next)
    else if (event.key === 'Enter' && active >= 0) pick(active)
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
      onClick: () => pick(option),
      ref: (element: HTMLElement | null) => {
        if (option === active) element?.scrollIntoView({ block: 'nearest' })
      },
    }),
  }
}

function nextOption(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return (active - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
