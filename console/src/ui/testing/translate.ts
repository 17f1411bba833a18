/** How a translator shows a text: in a new node in place of the old one, or in the old one wrapped in elements. */
export type Manner = 'replaces' | 'wraps'

/** Translates each text as browsers do: into capital letters, within two `<font>` elements. */
export function translate(root: Node, manner: Manner): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Node[] = []
  while (texts.nextNode()) found.push(texts.currentNode)
  for (const text of found) {
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    text.parentNode?.insertBefore(outer, text)
    if (manner === 'wraps') inner.append(text)
    else {
      inner.textContent = (text.nodeValue ?? '').toUpperCase()
      text.parentNode?.removeChild(text)
    }
  }
}
