/** The user that runs PostgreSQL if the server is root, because PostgreSQL refuses to run as root. */
export interface Identity {
  uid: number
  gid: number
}

const NOBODY: Identity = { uid: 65_534, gid: 65_534 }

/** Returns the user that PostgreSQL runs as if the server is root; null: the server's own user. */
export function identityOfPostgres(): Identity | null {
  return process.getuid?.() === 0 ? NOBODY : null
}
