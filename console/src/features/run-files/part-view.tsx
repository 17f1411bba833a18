import type { ShownPart } from '@podium/contract/calls/run-files.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Prose } from '../../ui/code/prose.tsx'
import { AnsiText } from '../../ui/text/ansi-text.tsx'
import styles from './part-view.module.css'

/**
 * Shows an output of a notebook, or a text or picture of an event file.
 * @param label the accessible name: 'Output of cell 3'
 */
export function PartView({ label, part }: { label: string; part: ShownPart }) {
  switch (part.kind) {
    case 'image':
      return (
        <img
          className={styles.picture}
          src={part.source}
          width={part.width}
          height={part.height}
          alt={label}
        />
      )
    case 'markdown':
      return <Prose text={part.text} />
    case 'note':
      return <p className={text.note}>{part.text}</p>
    case 'error':
      return (
        <div className={styles.error}>
          <Written label={label} {...part} />
        </div>
      )
    case 'text':
      return <Written label={label} {...part} />
  }
}

/** A text in the letters of code, with the colours that its ANSI codes name, scrolled within itself. */
export function Written({ label, text: written, more }: { label: string; text: string; more: boolean }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label} className={classNames(layout.scroll, styles.scroll)}>
        <pre translate="no" className={styles.written}>
          <AnsiText written={written.replace(/\n$/, '')} />
        </pre>
      </section>
      {more && <p className={text.note}>Only its first 32 KiB are shown here.</p>}
    </>
  )
}
