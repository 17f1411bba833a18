/** Parts of a page that show nothing by themselves; each takes what follows it up to its end, or all. */
const SHOWS_NOTHING =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|head|template|noscript)(?=[\s>/])[\s\S]*?(?:<\/\1\s*>|$)|<[^<>]*>?/gi
const SHOWS_SOMETHING = /<(?:img|svg|table|picture|object|video)[\s>]/i

/** True if the beginning of an HTML page shows nothing without its scripts, as the pages of plotly and bokeh do. */
export function isDrawnByScripts(html: string): boolean {
  if (!/<script[\s>]/i.test(html) || SHOWS_SOMETHING.test(html)) return false
  return html.replace(SHOWS_NOTHING, '').trim() === ''
}
