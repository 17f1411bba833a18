/** PostgreSQL refuses to run as root, so root hands it to the identity that owns nothing else. */
export interface Identity {
  uid: number
  gid: number
}

const NOBODY: Identity = { uid: 65_534, gid: 65_534 }

/** Whom PostgreSQL runs as when the server is root; null: as the server itself. */
export function identityOfPostgres(): Identity | null {
  return process.getuid?.() === 0 ? NOBODY : null
}
