import type { ComparedRun } from '@podium/contract/calls/run-comparison.ts'
import { showArtifact } from '@podium/contract/calls/run-files.ts'
import { addressOf } from '../../api/address-of.ts'
import { countOf } from '../../format/number.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/layout/card.tsx'
import styles from './comparison.module.css'

/** Shows pictures of the same name side by side, beginning with the ones that most runs have. */
export function PicturesCard({ runs }: { runs: readonly ComparedRun[] }) {
  const paths = [...new Set(runs.flatMap(({ pictures }) => pictures))]
    .map((path) => ({ path, having: runs.filter(({ pictures }) => pictures.includes(path)) }))
    .toSorted((one, other) => other.having.length - one.having.length || one.path.localeCompare(other.path))
  if (paths.length === 0) return null
  return (
    <Card title="Pictures" note={String(paths.length)}>
      {paths.map(({ path, having }) => (
        <section key={path} aria-label={path}>
          <h3>
            {path} <span className={text.note}>{countOf(having.length, 'run')}</span>
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: pictures alone would scroll by pointer only */}
          <div tabIndex={0} className={classNames(layout.scroll, styles.pictures)}>
            {having.map(({ id, name }) => (
              <figure key={id}>
                <img
                  src={addressOf(showArtifact, { params: { id, path } })}
                  alt={`${path} of ${name}`}
                  loading="lazy"
                />
                <figcaption className={classNames(text.small, text.cut)} title={name}>
                  {name}
                </figcaption>
              </figure>
            ))}
          </div>
        </section>
      ))}
    </Card>
  )
}
