import axe from 'axe-core'

// Colours and page landmarks cannot be judged on a part alone in jsdom; the browser tests judge them.
const PAGE_RULES = ['color-contrast', 'region']

/** What axe finds wrong in the document, one sentence each; a good part gives an empty list. */
export async function accessibilityFaults(root: Element = document.body): Promise<string[]> {
  const { violations } = await axe.run(root, {
    rules: Object.fromEntries(PAGE_RULES.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  })
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html).join(', ')})`,
  )
}
