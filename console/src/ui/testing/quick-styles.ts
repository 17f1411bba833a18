/** What jsdom's own style sheet asks of an element beside its name, and its own style. */
const ASKED = ['hidden', 'type', 'open', 'popover', 'style']

/**
 * jsdom matches every rule of its own style sheet for every question about an element, which is nearly half of the
 * time of these tests: names of roles and axe ask for thousands. No other sheet is loaded here, so elements of one
 * name and the same few attributes look alike, if they take over the same from what they stand in.
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

/** The styles around an element of which it takes something over. */
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
