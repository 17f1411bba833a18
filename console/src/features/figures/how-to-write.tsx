import text from '../../theme/text.module.css'
import { inside } from '../../ui/base-path.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './components/figures.module.css'

const EXAMPLE = `import podium
for step in range(100):
    podium.log(step=step, loss=0.2)`

export function HowToWrite() {
  return (
    <>
      <span>
        Write them with the Python module below, or as lines of JSON to{' '}
        <code translate="no">$PODIUM_METRICS_FILE</code>.
      </span>
      <code translate="no" className={classNames(text.mono, styles.example)}>
        {EXAMPLE}
      </code>
      <a href={inside('/guide/watch-a-training.html')} target="_blank" rel="noopener noreferrer">
        All ways to write figures
      </a>
    </>
  )
}
