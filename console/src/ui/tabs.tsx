import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

export interface Tab<Value extends string> {
  value: Value
  label: string
  /** How many stand behind it, or how much: `12`, `1.94 MB`. */
  count?: number | string | undefined
  panel: ReactNode
}

export interface TabsProps<Value extends string> {
  /** What the tabs are of; their accessible name. */
  label: string
  tabs: readonly Tab<Value>[]
  /** Controlled, because the chosen tab stands in the URL. */
  value: Value
  onChange: (value: Value) => void
  /** At the right end of the line of tabs. */
  aside?: ReactNode
  /** Inside a card: no space around the panels and the line of the card's head. */
  inCard?: boolean
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** One stop of the Tab key; the arrow keys move between the tabs and show what they reach. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  aside,
  inCard,
}: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosen = tabs.findIndex((tab) => tab.value === value)

  const counts = tabs.map(({ count }) => count).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a count that comes later makes its tab wider
  useEffect(() => {
    showWithin(list.current, chosen)
  }, [chosen, counts])

  function move(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const at = STEPS[event.key]?.(chosen, tabs.length - 1)
    const next = at === undefined ? undefined : tabs[at]
    if (at === undefined || !next) return
    event.preventDefault()
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus()
    onChange(next.value)
  }

  return (
    <div className={classNames(styles.tabs, inCard && styles.inCard)}>
      <div className={styles.bar}>
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={move}
          className={styles.list}
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={tab.value === value ? `${id}-panel` : undefined}
              tabIndex={tab.value === value ? 0 : -1}
              className={styles.tab}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </button>
          ))}
        </div>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {tabs.map(
        (tab) =>
          tab.value === value && (
            <div
              key={tab.value}
              role="tabpanel"
              id={`${id}-panel`}
              aria-labelledby={`${id}-${tab.value}`}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel of text is read by keyboard too
              tabIndex={0}
              className={styles.panel}
            >
              {tab.panel}
            </div>
          ),
      )}
    </div>
  )
}

/** Where the tabs are wider than their place, the chosen one is in sight; the page itself does not move. */
function showWithin(list: HTMLElement | null, at: number) {
  const tab = list?.querySelectorAll<HTMLElement>('[role="tab"]')[at]
  if (!list || !tab) return
  const place = list.getBoundingClientRect()
  const { left, right } = tab.getBoundingClientRect()
  if (left < place.left) list.scrollLeft -= place.left - left
  if (right > place.right) list.scrollLeft += right - place.right
}
