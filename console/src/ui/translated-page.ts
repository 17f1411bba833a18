/** The node that a translator shows in place of a text node. */
const standIns = new WeakMap<Node, Node>()

/**
 * Lets React update a page that the browser translates. A translator replaces each text node with a `<font>`, or
 * wraps it, while React keeps the nodes it made. Removing such a text, or inserting before it, would throw and break
 * the page, and a changed text would not be shown.
 */
export function allowTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = shownIn(this, child)
    if (shown) removeChild.call(this, shown)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && shownIn(this, before)) as T
  }
  const observer = new MutationObserver((changes) => noteStandIns(changes, observer))
  observer.observe(document, { childList: true, subtree: true })
}

/** Returns the parent's child that shows the node: the node itself, its wrapper, or its replacement. */
function shownIn(parent: Node, node: Node): Node | null {
  return ancestorBelow(parent, node) ?? ancestorBelow(parent, standIns.get(node) ?? null)
}

function ancestorBelow(parent: Node, node: Node | null): Node | null {
  let one = node
  while (one && one.parentNode !== parent) one = one.parentNode
  return one
}

/** A translator inserts its `<font>` and removes the text, at once or in two steps. */
function noteStandIns(changes: readonly MutationRecord[], observer: MutationObserver): void {
  let font: Node | undefined
  for (const { type, target, addedNodes, removedNodes } of changes) {
    if (type === 'characterData') showAgain(target)
    else font = fontAmong(addedNodes) ?? font
    for (const text of removedNodes) {
      if (!font || text.nodeType !== Node.TEXT_NODE || text.isConnected) continue
      standIns.set(text, font)
      observer.observe(text, { characterData: true })
      font = undefined
    }
  }
}

/** Shows a text that React changed after its translation. The translator sees it as a new one. */
function showAgain(text: Node): void {
  const standIn = standIns.get(text)
  if (!text.isConnected && standIn?.isConnected) standIn.parentNode?.replaceChild(text, standIn)
}

function fontAmong(nodes: NodeList): Node | undefined {
  return [...nodes].find(({ nodeName }) => nodeName === 'FONT')
}
