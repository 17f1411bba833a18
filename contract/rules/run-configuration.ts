/** The configuration that a run's program wrote to a file, by flat names such as 'model.lr'. */
export type Configuration = Record<string, string | number | boolean>

/** Reads the configuration from what a run's row holds; empty if it reported none. */
export function configurationOf(raw: Readonly<Record<string, unknown>> | null): Configuration {
  return (raw?.configuration ?? {}) as Configuration
}

/** The name of a value in lists that hold parameters too. */
export function configurationName(name: string): string {
  return `configuration: ${name}`
}
