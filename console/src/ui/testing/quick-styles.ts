/** What jsdom's own style sheet asks of an element beside its name. */
const ASKED = ['hidden', 'type', 'open', 'popover']

/**
 * jsdom matches every rule of its own style sheet for every question about an element, which is nearly half of the
 * time of these tests: names of roles and axe ask for thousands. No other sheet is loaded here, so elements of one
 * name and the same few attributes look alike, unless they have a style of their own or take one over.
 */
export function answerStylesQuickly(view: Window & typeof globalThis): void {
  const compute = view.getComputedStyle.bind(view)
  const known = new Map<string, CSSStyleDeclaration>()
  view.getComputedStyle = (element, pseudo) => {
    if (pseudo || view.document.styleSheets.length > 0 || isStyled(element)) return compute(element, pseudo)
    const kind = JSON.stringify([element.localName, ...ASKED.map((name) => element.getAttribute(name))])
    const style = known.get(kind) ?? compute(element)
    known.set(kind, style)
    return style
  }
}

function isStyled(element: Element): boolean {
  for (let at = element.parentElement; at; at = at.parentElement) if (handsDown(at)) return true
  return element.hasAttribute('style')
}

/** Whether it has a style of its own that what stands in it takes over. */
function handsDown(element: HTMLElement): boolean {
  return (
    element.hasAttribute('style') && (element.style.visibility !== '' || element.style.pointerEvents !== '')
  )
}
