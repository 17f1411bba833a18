/** Loads the console afresh at its overview: whatever belonged to another workspace is gone with the old page. */
export function startAnew(): void {
  window.location.assign('/overview')
}
