import { Maximize2, Minimize2, Table2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import text from '../../theme/text.module.css'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { useFullScreen } from '../use-full-screen.ts'
import styles from './chart.module.css'

interface ChartFigureProps {
  /** Shown above the chart with legend and buttons; without it only the chart is shown. */
  title?: string | undefined
  legend?: ReactNode
  /** Buttons of this chart, before those that every chart has. */
  actions?: ReactNode
  /** The data of the chart as a table. */
  table: ReactNode
  /** A sentence about values that the chart cannot show. */
  remark?: string | undefined
  /** The chart; in full screen it fills its container. */
  children: (isFull: boolean) => ReactNode
}

/** The frame of a chart: its title, its data as a table, and the full screen button. */
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
