import type { ComparedRun } from '@podium/contract/calls/run-comparison.ts'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type CSSProperties, type DragEvent, Fragment, useEffect, useRef, useState } from 'react'
import { NOTHING } from '../../format/nothing.ts'
import { countOf } from '../../format/number.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { TextButton } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Chip } from '../../ui/text/chip.tsx'
import { RunChip, RunDuration } from '../runs/components/run-cells.tsx'
import { RunLink } from '../runs/components/run-link.tsx'
import styles from './comparison.module.css'
import type { DifferenceGroup } from './differences.ts'
import type { Comparison } from './use-comparison.ts'

interface DifferenceTableProps {
  runs: readonly ComparedRun[]
  groups: readonly DifferenceGroup[]
  /** the index of the baseline run */
  baseline: number
  comparison: Comparison
  colorOf: (id: string) => string
}

/** Up to this many runs fit side by side, also on a phone. */
const FEW = 3

/** A table with a column for each run, and a row for each property in which runs may differ. */
export function DifferenceTable({ runs, groups, baseline, comparison, colorOf }: DifferenceTableProps) {
  const { onlyDiffering, setOnlyDiffering } = comparison
  const region = useRef<HTMLElement>(null)
  const shown = groups.map((group) => ({
    ...group,
    rows: group.rows.filter(({ differs }) => differs || !onlyDiffering),
  }))
  const hidden = groups.flatMap(({ rows }) => rows).length - shown.flatMap(({ rows }) => rows).length
  return (
    <>
      <section
        ref={region}
        aria-label="Table of differences"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls both ways by keyboard
        tabIndex={0}
        className={classNames(layout.scroll, styles.scroll, runs.length <= FEW && styles.few)}
      >
        <table
          aria-label="Differences"
          className={styles.table}
          style={{ '--runs': runs.length } as CSSProperties}
        >
          <thead>
            <tr>
              <th scope="col" className={styles.corner}>
                Run
              </th>
              {runs.map((run, index) => (
                <RunHead
                  key={run.id}
                  {...{ run, runs, index, comparison, colorOf }}
                  isBaseline={index === baseline}
                />
              ))}
            </tr>
          </thead>
          {shown.map(({ title, note, isAgainst, rows }) => (
            <tbody key={title}>
              <tr className={styles.group}>
                <th scope="colgroup" colSpan={runs.length + 1}>
                  <span className={styles.groupTitle}>
                    {title} <span className={text.note}>{note}</span>
                  </span>
                </th>
              </tr>
              {rows.map(({ name, cells }) => (
                <tr key={name}>
                  <th scope="row" title={name}>
                    {breaking(name)}
                  </th>
                  {cells.map(({ shown, whole, key, isBest }, index) => (
                    <td
                      key={runs[index]?.id}
                      title={whole}
                      className={classNames(
                        isAgainst &&
                          index !== baseline &&
                          (key === cells[baseline]?.key ? text.muted : styles.unlike),
                        isBest && styles.best,
                      )}
                    >
                      {shown}
                      {isBest && <span className={text.hidden}> (best)</span>}
                    </td>
                  ))}
                </tr>
              ))}
              {title === 'Figures' && (
                <tr>
                  <th scope="row">Duration</th>
                  {runs.map((run) => (
                    <td key={run.id}>
                      <RunDuration run={run} />
                    </td>
                  ))}
                </tr>
              )}
            </tbody>
          ))}
        </table>
      </section>
      {hidden > 0 && (
        <p className={classNames(text.small, text.muted, styles.foot)}>
          {countOf(hidden, 'identical row')} hidden{' '}
          <TextButton
            onClick={() => {
              setOnlyDiffering(false)
              // The focused button disappears with its sentence.
              region.current?.focus()
            }}
          >
            Show
          </TextButton>
        </p>
      )}
    </>
  )
}

/** Lets a name break after an underscore or a dot, but not within a word. */
function breaking(name: string) {
  return name.split(/(?<=[_.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

interface RunHeadProps {
  run: ComparedRun
  runs: readonly ComparedRun[]
  index: number
  isBaseline: boolean
  comparison: Comparison
  colorOf: (id: string) => string
}

/** The head of a column: the run, and the buttons that move and remove it. */
function RunHead({ run, runs, index, isBaseline, comparison, colorOf }: RunHeadProps) {
  const [isOver, setOver] = useState(false)
  const { id, name, state } = run
  const [left, right] = [runs[index - 1], runs[index + 1]]
  const head = useRef<HTMLTableCellElement>(null)
  // A column that is moved by keyboard stays in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes out of sight with another place
  useEffect(() => {
    if (head.current?.contains(document.activeElement))
      head.current.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [index])
  const drag = {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(DRAGGED, id),
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      const dragged = event.dataTransfer.getData(DRAGGED)
      if (dragged !== id) comparison.move(dragged, id)
    },
  }
  return (
    <th ref={head} scope="col" aria-label={name} {...drag} className={classNames(isOver && styles.over)}>
      <div className={layout.row}>
        <span className={styles.key} style={{ background: colorOf(id) }} />
        <span className={classNames(text.cut, layout.grow)} title={name || NOTHING}>
          <RunLink run={run} />
        </span>
        <span className={styles.remove}>
          <IconButton
            icon={X}
            label={`Remove ${name}`}
            disabledReason={comparison.ids.length === 2 ? 'A comparison holds at least two runs.' : undefined}
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget)
              comparison.remove(id)
            }}
          />
        </span>
      </div>
      <div className={styles.traits}>
        <RunChip state={state} />
        {isBaseline && <Chip tone="outline">Baseline</Chip>}
        <span className={styles.moves}>
          <IconButton
            icon={ChevronLeft}
            label={`Move ${name} left`}
            disabledReason={left ? undefined : 'It is the first.'}
            onClick={() => left && comparison.move(id, left.id)}
          />
          <IconButton
            icon={ChevronRight}
            label={`Move ${name} right`}
            disabledReason={right ? undefined : 'It is the last.'}
            onClick={() => right && comparison.move(id, right.id)}
          />
        </span>
      </div>
    </th>
  )
}

/** Focuses the same button of the next or the previous column, because this one is about to be removed. */
function focusBeside(button: Element) {
  const head = button.closest('th')
  const beside = head?.nextElementSibling ?? head?.previousElementSibling
  beside?.querySelector('button')?.focus()
}

/** The media type of a dragged column, so that nothing else can be dropped there. */
const DRAGGED = 'application/x-podium-run'
