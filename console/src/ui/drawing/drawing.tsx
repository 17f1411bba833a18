import styles from './drawing.module.css'

/** Line drawings of 48 px: grey, with one ember-coloured stroke. */
export function Drawing({ of: name }: { of: DrawingName }) {
  const { grey, ember } = PATHS[name]
  return (
    <svg className={styles.drawing} viewBox="0 0 48 48" aria-hidden="true">
      {grey}
      <path className={styles.ember} d={ember} />
    </svg>
  )
}

const PATHS = {
  seats: {
    grey: (
      <>
        <path d="M7 35a17 17 0 0 1 34 0M14 35a10 10 0 0 1 20 0" strokeDasharray="7 4" />
        <path d="M5 41h38" />
      </>
    ),
    ember: 'M20 34.500h8V41h-8z',
  },
  search: {
    grey: (
      <>
        <circle cx="21" cy="21" r="13" />
        <path d="m30.500 30.500 10.500 10.500" />
      </>
    ),
    ember: 'M15 21h12',
  },
  broken: { grey: <path d="M4 24h13M31 24h13M17 16v16M31 16v16" />, ember: 'm22 12 4 24' },
  lock: {
    grey: (
      <>
        <rect x="10" y="22" width="28" height="20" rx="3" />
        <path d="M16 22v-6a8 8 0 0 1 16 0v6" />
      </>
    ),
    ember: 'M24 29.500v5',
  },
}

export type DrawingName = keyof typeof PATHS
