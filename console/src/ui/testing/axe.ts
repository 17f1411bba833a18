import axe from 'axe-core'

// jsdom cannot judge colours and page landmarks on a part; the browser tests do.
const PAGE_RULES = ['color-contrast', 'region']

/** Returns the faults that axe finds in the document, one sentence each; empty if there are none. */
export async function accessibilityFaults(root: Element = document.body): Promise<string[]> {
  const { violations } = await axe.run(root, {
    rules: Object.fromEntries(PAGE_RULES.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  })
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html).join(', ')})`,
  )
}
