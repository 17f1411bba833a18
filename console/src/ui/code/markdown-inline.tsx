import { isWebAddress } from '@podium/contract/rules.ts'
import type { PhrasingContent } from 'mdast'
import { Fragment, type ReactNode } from 'react'

/** The addresses that reference links name, by their identifier. */
export type Links = ReadonlyMap<string, string>

/** The address when it leads to a page or a mailbox; anything else, scripts first of all, is no link. */
export function safeAddress(address: string): string | undefined {
  const leadsSomewhere = isWebAddress(address) || (/^mailto:/i.test(address) && URL.canParse(address))
  return leadsSomewhere ? new URL(address).href : undefined
}

export function renderInline(content: readonly PhrasingContent[], links: Links): ReactNode {
  return content.map((node, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a word of a text is its place
    <Fragment key={at}>{renderNode(node, links)}</Fragment>
  ))
}

function renderNode(node: PhrasingContent, links: Links): ReactNode {
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value
    case 'emphasis':
      return <em>{renderInline(node.children, links)}</em>
    case 'strong':
      return <strong>{renderInline(node.children, links)}</strong>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'break':
      return <br />
    case 'link':
      return renderLink(node.url, renderInline(node.children, links))
    case 'linkReference':
      return renderLink(links.get(node.identifier), renderInline(node.children, links))
    case 'image':
      return renderLink(node.url, node.alt || node.url)
    case 'imageReference':
      return renderLink(links.get(node.identifier), node.alt || node.identifier)
    default:
      return null
  }
}

function renderLink(address: string | undefined, words: ReactNode): ReactNode {
  const href = address === undefined ? undefined : safeAddress(address)
  if (href === undefined) return words
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  )
}
