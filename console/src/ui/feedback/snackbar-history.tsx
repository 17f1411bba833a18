import { formatTime } from '../../format/date-time.ts'
import styles from './snackbar.module.css'
import { useSnackbar } from './use-snackbar.ts'

/** What the snackbar said, newest first. */
export function SnackbarHistory() {
  const { history } = useSnackbar()
  if (history.length === 0) return <p className={styles.none}>Nothing was said yet.</p>
  return (
    <ol className={styles.history}>
      {history.map(({ id, text, tone, at }) => (
        <li key={id} className={styles.said}>
          <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
          <span>{tone === 'bad' ? `Error: ${text}` : text}</span>
        </li>
      ))}
    </ol>
  )
}
