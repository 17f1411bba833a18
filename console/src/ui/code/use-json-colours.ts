import { type RefObject, useLayoutEffect } from 'react'
import './json-colours.css'

const TOKEN = /("(?:[^"\\\n]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g

/**
 * Colours the JSON in an element that contains only text. The browser paints ranges without an element per word. A
 * browser without that API shows the text in one colour.
 */
export function useJsonColours(element: RefObject<HTMLElement | null>, json: string): void {
  useLayoutEffect(() => {
    const text = element.current?.firstChild
    if (!text || typeof Highlight === 'undefined') return
    const added: [Highlight, StaticRange][] = []
    for (const { 0: token, 1: string, 2: colon, index } of json.matchAll(TOKEN)) {
      if (colon) continue
      const highlight = highlightNamed(string ? 'json-string' : 'json-literal')
      const range = new StaticRange({
        startContainer: text,
        startOffset: index,
        endContainer: text,
        endOffset: index + token.length,
      })
      highlight.add(range)
      added.push([highlight, range])
    }
    return () => {
      for (const [highlight, range] of added) highlight.delete(range)
    }
  }, [element, json])
}

function highlightNamed(name: string): Highlight {
  const known = CSS.highlights.get(name)
  if (known) return known
  const made = new Highlight()
  CSS.highlights.set(name, made)
  return made
}
