import { Note } from './note.tsx'

/** Says quietly that what is shown may be old; nothing is lost meanwhile. */
export function ConnectionNote({ connected }: { connected: boolean }) {
  return (
    <div role="status">
      {!connected && <Note tone="warn">Connection lost, trying again. What you see may be old.</Note>}
    </div>
  )
}
