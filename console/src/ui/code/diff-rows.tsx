import { classNames } from '../class-names.ts'
import type { DiffLine } from './diff-lines.ts'
import styles from './diff-view.module.css'

const SIGNS = { same: ' ', removed: '−', added: '+' } as const

/** Lines of a difference: both numbers, the sign, and the text with what changed in it marked. */
export function DiffRows({ lines }: { lines: readonly DiffLine[] }) {
  return lines.map((line) => (
    <div key={`${line.before}/${line.after}`} className={classNames(styles.row, styles[line.kind])}>
      <span className={styles.number} aria-hidden="true">
        {line.before}
      </span>
      <span className={styles.number} aria-hidden="true">
        {line.after}
      </span>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[line.kind]}
      </span>
      <span className={styles.words}>
        {line.kind !== 'same' && <span className={styles.unseen}>{line.kind}: </span>}
        <Marked line={line} />
      </span>
    </div>
  ))
}

function Marked({ line: { text, mark } }: { line: DiffLine }) {
  if (!mark) return text
  const [from, to] = mark
  return (
    <>
      {text.slice(0, from)}
      {to > from && <mark>{text.slice(from, to)}</mark>}
      {text.slice(to)}
    </>
  )
}
