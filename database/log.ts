/** The logger of this package; pino's loggers fit. */
export interface DatabaseLog {
  debug(text: string): void
  info(text: string): void
  warn(text: string): void
  error(text: string): void
}
