import { Maximize2, Minimize2, Table2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import text from '../../theme/text.module.css'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { useFullScreen } from '../use-full-screen.ts'
import styles from './chart.module.css'

interface ChartFigureProps {
  /** Stands above the chart with the legend and the buttons; without it the chart stands alone. */
  title?: string | undefined
  legend?: ReactNode
  /** Buttons of this chart alone, before those that every chart has. */
  actions?: ReactNode
  /** What is drawn, in rows and columns. */
  table: ReactNode
  /** What the drawing has no place for, as a sentence. */
  remark?: string | undefined
  /** The drawing; in full screen it fills its place. */
  children: (isFull: boolean) => ReactNode
}

/** The frame of a chart: its title, the table behind it, and the way to the full screen and back. */
export function ChartFigure({ title, legend, actions, table, remark, children }: ChartFigureProps) {
  const id = useId()
  const figure = useRef<HTMLElement>(null)
  const [isFull, setFull] = useFullScreen(figure)
  const [isTable, setTable] = useState(false)
  return (
    <figure
      ref={figure}
      className={classNames(styles.chart, isFull && styles.full)}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <figcaption className={styles.head}>
          <h3 id={id} className={text.cut} title={title}>
            {title}
          </h3>
          {legend}
          <div className={styles.actions}>
            {actions}
            <IconButton
              icon={Table2}
              label={`Show ${title} as a table`}
              aria-pressed={isTable}
              onClick={() => setTable(!isTable)}
            />
            <IconButton
              icon={isFull ? Minimize2 : Maximize2}
              label={isFull ? 'Leave full screen' : `Show ${title} in full screen`}
              onClick={() => setFull(!isFull)}
            />
          </div>
        </figcaption>
      )}
      <div className={styles.drawing}>{isTable ? table : children(isFull)}</div>
      {remark !== undefined && !isTable && <p className={classNames(text.note, styles.remark)}>{remark}</p>}
    </figure>
  )
}
