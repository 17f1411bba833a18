/** Where a database is and who comes: a URL, or a server behind a unix socket in the folder `host`. */
export type ConnectionSettings =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; ssl: false }
