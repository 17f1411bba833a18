import { useState } from 'react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import styles from './player.module.css'

interface PlayerProps {
  kind: 'audio' | 'video'
  path: string
  /** the address of the file's content */
  address: string
}

/** Plays a sound or a film, if the browser knows its codec. */
export function Player({ kind, path, address }: PlayerProps) {
  const [isBroken, setBroken] = useState(false)
  const props = { src: address, controls: true, 'aria-label': path, onError: () => setBroken(true) }
  if (isBroken)
    return (
      <EmptyState title="Not played here">
        The browser cannot play this file. Download it to open it with another program.
      </EmptyState>
    )
  if (kind === 'audio') return <audio {...props} preload="metadata" className={styles.audio} />
  return <video {...props} preload="metadata" playsInline className={styles.video} />
}
