/** The node that a translator shows instead of a text node. */
const standIns = new WeakMap<Node, Node>()

/**
 * Lets React change a page that the browser translates. A translator puts a `<font>` in the place of each text node, or
 * around it, and React goes on with the nodes that it made: to remove such a text, or to insert something before it,
 * throws and takes the page away, and a text that changes is changed where it is not shown.
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

/** The child of the parent that shows the node: itself, what stands around it, or what stands for it. */
function shownIn(parent: Node, node: Node): Node | null {
  return ancestorBelow(parent, node) ?? ancestorBelow(parent, standIns.get(node) ?? null)
}

function ancestorBelow(parent: Node, node: Node | null): Node | null {
  let one = node
  while (one && one.parentNode !== parent) one = one.parentNode
  return one
}

/** A translator inserts its `<font>` and takes the text away, at once or one after the other. */
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

/** Shows a text that React changed after it was translated. The translator sees it as a new one. */
function showAgain(text: Node): void {
  const standIn = standIns.get(text)
  if (!text.isConnected && standIn?.isConnected) standIn.parentNode?.replaceChild(text, standIn)
}

function fontAmong(nodes: NodeList): Node | undefined {
  return [...nodes].find(({ nodeName }) => nodeName === 'FONT')
}
