/** Parts of a page that show nothing themselves; each match extends to its end tag, or to the end of the text. */
const SHOWS_NOTHING =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|head|template|noscript)(?=[\s>/])[\s\S]*?(?:<\/\1\s*>|$)/gi
const SHOWS_SOMETHING = /<(?:img|svg|table|picture|object|video)[\s>]/i
const TAGS = /<[^<>]*>?/g

/**
 * True if the beginning of an HTML page shows nothing without its scripts, as the pages of plotly and bokeh do.
 * @param more true if the page continues
 */
export function isDrawnByScripts(html: string, more: boolean): boolean {
  if (!/<script[\s>]/i.test(html)) return false
  // The head of a report may be longer than the beginning that was read.
  if (more && !/<body[\s>]/i.test(html)) return false
  const shown = html.replace(SHOWS_NOTHING, '')
  return !SHOWS_SOMETHING.test(shown) && shown.replace(TAGS, '').trim() === ''
}
