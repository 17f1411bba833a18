import type { ArtifactPreview } from '@podium/contract/calls/run-files.ts'
import { formatNumber } from '../../format/number.ts'
import { spelledOut } from '../../format/spelled-out.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PartView } from './part-view.tsx'

interface EventsViewProps {
  file: Extract<ArtifactPreview, { kind: 'events' }>
}

/** Shows the newest texts and pictures in an event file of TensorBoard, by tag. */
export function EventsView({ file: { items, has_curves, more, detail } }: EventsViewProps) {
  const tags = [...new Set(items.map(({ tag }) => tag))]
  const notes = [
    has_curves && 'The curves in this file are under Figures of the run that wrote it.',
    more && 'Only the newest texts and pictures are shown here. The download is complete.',
    detail,
  ].filter(Boolean)
  if (items.length === 0)
    return (
      <EmptyState title={has_curves ? 'Shown under Figures' : 'Not shown here'}>
        {has_curves ? '' : 'This file holds no texts and no pictures. '}
        {notes.join(' ')}
      </EmptyState>
    )
  return (
    <div className={layout.stack}>
      {notes.length > 0 && <p className={text.note}>{notes.join(' ')}</p>}
      {tags.map((tag) => (
        <section key={tag} className={layout.stackTight} aria-label={tag || undefined}>
          <h3 translate="no">{spelledOut(tag)}</h3>
          {items
            .filter((item) => item.tag === tag)
            .map(({ step, part }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one step may have several pictures
              <div key={at} className={layout.stackTight}>
                <p className={text.note}>Step {formatNumber(step)}</p>
                <PartView label={`${tag}, step ${formatNumber(step)}`} part={part} />
              </div>
            ))}
        </section>
      ))}
    </div>
  )
}
