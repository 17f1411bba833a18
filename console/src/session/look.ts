import { LOOK_COOKIES, type Look } from '@podium/contract/preferences.ts'

const A_YEAR_S = 31_536_000

/** Shows the console in this look, and keeps it for the first frame of the next page in this browser. */
export function showLook({ theme, density }: Look): void {
  Object.assign(document.documentElement.dataset, { theme, density })
  keep(LOOK_COOKIES.theme, theme)
  keep(LOOK_COOKIES.density, density)
}

/** The server sends the page in its theme; the density waits for no frame, as rows come later. */
export function showKeptDensity(): void {
  const kept = document.cookie.split('; ').find((one) => one.startsWith(`${LOOK_COOKIES.density}=`))
  if (kept) document.documentElement.dataset.density = kept.split('=')[1]
}

function keep(name: string, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers, nor over plain http
  document.cookie = `${name}=${value}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Lax`
}
