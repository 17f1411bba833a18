import { LOOK_COOKIES, type Look } from '@podium/contract/calls/preferences.ts'
import { basePath } from '../ui/base-path.ts'

const A_YEAR_S = 31_536_000

/** Applies a look, and stores it in cookies for the first frame of the next page. */
export function showLook(look: Partial<Look>): void {
  Object.assign(document.documentElement.dataset, look)
  for (const [part, value] of Object.entries(look)) keep(LOOK_COOKIES[part as keyof Look], value)
}

/** The server sends the page in its theme; the other parts of the look are applied here. */
export function showKeptLook(): void {
  const cookies = new Map(document.cookie.split('; ').map((one) => one.split('=', 2) as [string, string]))
  for (const part of ['density', 'shortcuts', 'times'] as const) {
    const choice = cookies.get(LOOK_COOKIES[part])
    if (choice) document.documentElement.dataset[part] = choice
  }
}

function keep(name: string, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers, nor over plain http
  document.cookie = `${name}=${value}; Path=${basePath || '/'}; Max-Age=${A_YEAR_S}; SameSite=Lax`
}
