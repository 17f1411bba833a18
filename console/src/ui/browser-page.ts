/** The browser's page; tests watch it instead of losing their own page. */
export const browserPage = {
  open(address: string): void {
    window.location.assign(address)
  },

  /** Reloads the console: the server has a newer one, or a file of this one is missing. */
  reload(): void {
    window.location.reload()
  },
}
