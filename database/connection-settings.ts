/** How to connect to a database: a URL, or a server behind a unix socket in the folder `host`. */
export type ConnectionSettings =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; ssl: false }
