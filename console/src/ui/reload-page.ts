/** Fetches the console anew: another one stands on the server, or a file of this one is missing. */
export function reloadPage(): void {
  window.location.reload()
}
