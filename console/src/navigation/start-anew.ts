import { browserPage } from '../ui/browser-page.ts'

/** Loads the console afresh at its overview: whatever belonged to another workspace is gone with the old page. */
export function startAnew(): void {
  browserPage.open('/overview')
}
