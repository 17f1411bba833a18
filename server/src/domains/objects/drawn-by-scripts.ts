/** Parts of a page that show nothing by themselves; each takes what follows it up to its end, or all. */
const SHOWS_NOTHING =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|head|template|noscript)(?=[\s>/])[\s\S]*?(?:<\/\1\s*>|$)/gi
const SHOWS_SOMETHING = /<(?:img|svg|table|picture|object|video)[\s>]/i
const TAGS = /<[^<>]*>?/g

/**
 * True if the beginning of an HTML page shows nothing without its scripts, as the pages of plotly and bokeh do.
 * @param more whether the page goes on
 */
export function isDrawnByScripts(html: string, more: boolean): boolean {
  if (!/<script[\s>]/i.test(html)) return false
  // A report may begin with a long head, of which its beginning is no more than a part.
  if (more && !/<body[\s>]/i.test(html)) return false
  const shown = html.replace(SHOWS_NOTHING, '')
  return !SHOWS_SOMETHING.test(shown) && shown.replace(TAGS, '').trim() === ''
}
