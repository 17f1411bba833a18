/** The attributes that jsdom's own style sheet depends on, besides the tag name and inline style. */
const ASKED = ['hidden', 'type', 'open', 'popover', 'style']

/**
 * Caches computed styles. jsdom matches every rule of its own style sheet at every query, which takes nearly half of
 * the time of these tests, because role names and axe query thousands of elements. No other sheet is loaded here, so
 * elements with the same name and these attributes look alike if they inherit the same.
 */
export function answerStylesQuickly(view: Window & typeof globalThis): void {
  const compute = view.getComputedStyle.bind(view)
  const known = new Map<string, CSSStyleDeclaration>()
  view.getComputedStyle = (element, pseudo) => {
    if (pseudo || view.document.styleSheets.length > 0) return compute(element, pseudo)
    const asked = ASKED.map((name) => element.getAttribute(name))
    const kind = JSON.stringify([element.localName, ...asked, ...takenOver(element)])
    const style = known.get(kind) ?? compute(element)
    known.set(kind, style)
    return style
  }
}

/** Returns the inline styles of ancestors from which the element inherits. */
function takenOver(element: Element): string[] {
  const styles: string[] = []
  for (let at = element.parentElement; at; at = at.parentElement)
    if (handsDown(at)) styles.push(at.style.cssText)
  return styles
}

function handsDown(element: HTMLElement): boolean {
  return (
    element.hasAttribute('style') && (element.style.visibility !== '' || element.style.pointerEvents !== '')
  )
}
