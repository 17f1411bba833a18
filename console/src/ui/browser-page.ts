/** The page as the browser holds it; a test watches what would take its own page away. */
export const browserPage = {
  open(address: string): void {
    window.location.assign(address)
  },

  /** Fetches the console anew: the server has a newer one, or a file of this one is missing. */
  reload(): void {
    window.location.reload()
  },
}
