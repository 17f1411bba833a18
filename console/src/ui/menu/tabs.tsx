import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { useTooltip } from '../tooltip/tooltip.tsx'
import styles from './tabs.module.css'

interface Tab<Value extends string> {
  value: Value
  label: string
  /** The number of rows in its panel, or their size: `12`, `1.94 MB`. */
  count?: number | string | undefined
  /** Why this person cannot choose it, shown as its tooltip. The tab stays focusable. */
  disabledReason?: string | undefined
  panel: ReactNode
}

interface TabsProps<Value extends string> {
  /** Its accessible name. */
  label: string
  tabs: readonly Tab<Value>[]
  /** Controlled, because the chosen tab is part of the URL. */
  value: Value
  onChange: (value: Value) => void
  /** At the right end of the line of tabs. */
  trailing?: ReactNode
  /** Inside a card: no space around the panels, and the line of the card's header. */
  inCard?: boolean
}

/** One stop of the Tab key. Arrow keys move between the tabs and show the panel. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, trailing, inCard } = props
  const list = useRef<HTMLDivElement>(null)
  const chosen = tabs.findIndex((tab) => tab.value === value)
  const panel = tabs[chosen]?.panel
  const counts = tabs.map(({ count }) => count).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a count that comes later makes its tab wider
  useEffect(() => {
    const place = () => list.current && showWithin(list.current, chosen)
    place()
    window.addEventListener('resize', place)
    return () => window.removeEventListener('resize', place)
  }, [chosen, counts])

  return (
    <Base.Root value={value} onValueChange={onChange} className={inCard ? styles.inCard : layout.stack}>
      <div className={classNames(layout.between, styles.bar)}>
        <Base.List
          ref={list}
          activateOnFocus
          aria-label={label}
          className={classNames(layout.grow, styles.list)}
          onScroll={({ currentTarget }) => markEdges(currentTarget)}
        >
          {tabs.map((tab) => (
            <TabButton key={tab.value} tab={tab} />
          ))}
        </Base.List>
        {trailing !== undefined && <div className={layout.row}>{trailing}</div>}
      </div>
      {panel !== undefined && (
        <Base.Panel key={value} value={value} className={layout.grow}>
          {panel}
        </Base.Panel>
      )}
    </Base.Root>
  )
}

function TabButton({ tab: { value, label, count, disabledReason } }: { tab: Tab<string> }) {
  const { trigger, tooltip } = useTooltip(disabledReason)
  return (
    <>
      <Base.Tab value={value} disabled={disabledReason !== undefined} className={styles.tab} {...trigger}>
        {label}
        {count !== undefined && <span className={classNames(text.note, styles.count)}>{count}</span>}
      </Base.Tab>
      {tooltip}
    </>
  )
}

/** The width of the faded edge, as in tabs.module.css. */
const FADE = 64

/** If the tabs are wider than their container, scrolls the chosen one into view without scrolling the page. */
function showWithin(list: HTMLElement, at: number) {
  const tab = list.querySelectorAll<HTMLElement>('[role="tab"]')[at]
  if (!tab) return
  const bounds = list.getBoundingClientRect()
  const { left, right } = tab.getBoundingClientRect()
  if (left < bounds.left + FADE) list.scrollLeft -= bounds.left + FADE - left
  if (right > bounds.right - FADE) list.scrollLeft += right - bounds.right + FADE
  markEdges(list)
}

/** Sets attributes for the style: the sides on which there are hidden tabs. */
function markEdges(list: HTMLElement) {
  const { scrollLeft, clientWidth, scrollWidth } = list
  list.toggleAttribute('data-more-left', scrollLeft > 1)
  list.toggleAttribute('data-more-right', scrollLeft + clientWidth < scrollWidth - 1)
}
