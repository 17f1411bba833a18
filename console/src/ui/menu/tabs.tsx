import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { unlessResting } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import { useTooltip } from '../feedback/tooltip.tsx'
import styles from './tabs.module.css'

export interface Tab<Value extends string> {
  value: Value
  label: string
  /** How many stand behind it, or how much: `12`, `1.94 MB`. */
  count?: number | string | undefined
  /** Why it cannot be chosen by this person. It stays reachable, and says so to everybody. */
  reason?: string | undefined
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
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
    // A tab that cannot be chosen takes the focus alone, so that its reason is read.
    const from = buttons.findIndex((button) => button === event.target)
    const at = STEPS[event.key]?.(from < 0 ? chosen : from, tabs.length - 1)
    const next = at === undefined ? undefined : tabs[at]
    if (at === undefined || !next) return
    event.preventDefault()
    buttons[at]?.focus()
    if (next.reason === undefined) onChange(next.value)
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
            <TabButton
              key={tab.value}
              id={id}
              tab={tab}
              isChosen={tab.value === value}
              onChoose={() => onChange(tab.value)}
            />
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

interface TabButtonProps {
  /** of all the tabs; the tab's own and its panel's follow from it */
  id: string
  tab: Tab<string>
  isChosen: boolean
  onChoose: () => void
}

function TabButton({ id, tab: { value, label, count, reason }, isChosen, onChoose }: TabButtonProps) {
  const { trigger, tooltip } = useTooltip(reason)
  return (
    <>
      <button
        type="button"
        role="tab"
        id={`${id}-${value}`}
        aria-selected={isChosen}
        aria-controls={isChosen ? `${id}-panel` : undefined}
        tabIndex={isChosen ? 0 : -1}
        className={styles.tab}
        {...trigger}
        aria-disabled={reason === undefined ? undefined : true}
        onClick={unlessResting(reason !== undefined, onChoose)}
      >
        {label}
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </button>
      {tooltip}
    </>
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
