import type { Tag as TagOf } from '@podium/contract/instances.ts'
import { useEffect, useRef, useState } from 'react'
import { NOTHING } from '../../../format/nothing.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import styles from './row-tags.module.css'

/** Two of the tags where both stand whole in the row, else one; the others are counted. */
export function RowTags({ of: tags }: { of: readonly TagOf[] }) {
  const line = useRef<HTMLSpanElement>(null)
  const [fits, setFits] = useState(true)

  useEffect(() => {
    const element = line.current
    if (!element || tags.length < 2) return
    const observer = new ResizeObserver(() => setFits(fitsUncut(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [tags])

  if (tags.length === 0) return NOTHING
  const words = tags.map(({ key, value }) => (value === '' ? key : `${key} ${value}`)).join(', ')
  const more = tags.length - (fits ? 2 : 1)
  return (
    <span ref={line} className={classNames(styles.tags, !fits && styles.one)} title={words}>
      {tags.slice(0, 2).map(({ key, value }) => (
        <Tag key={key} name={key}>
          {value}
        </Tag>
      ))}
      {more > 0 && (
        <span className={styles.more}>
          <Tag>{`+${more}`}</Tag>
        </span>
      )}
    </span>
  )
}

/** Whether two have room. How wide they are uncut is read before anything is painted. */
function fitsUncut(line: HTMLElement): boolean {
  line.dataset.uncut = ''
  const fits = line.scrollWidth <= line.clientWidth
  delete line.dataset.uncut
  return fits
}
