import type { BlockContent, Definition, DefinitionContent, List, Root, RootContent } from 'mdast'
import { createElement, Fragment, type ReactNode } from 'react'
import { CodeBlock } from './code-block.tsx'
import { type Links, renderInline } from './markdown-inline.tsx'

type Block = RootContent | BlockContent | DefinitionContent

/** The blocks of the document; headings start at `topLevel` and stop at h6. */
export function renderBlocks(root: Root, topLevel: number): ReactNode {
  const links: Links = new Map(definitions(root.children))
  return renderAll(root.children)

  function renderAll(blocks: readonly Block[]): ReactNode {
    return blocks.map((block, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a block of a text is its place
      <Fragment key={at}>{renderBlock(block)}</Fragment>
    ))
  }

  function renderBlock(block: Block): ReactNode {
    switch (block.type) {
      case 'paragraph':
        return <p>{renderInline(block.children, links)}</p>
      case 'heading': {
        const level = Math.min(block.depth + topLevel - 1, 6)
        return createElement(`h${level}`, null, renderInline(block.children, links))
      }
      case 'blockquote':
        return <blockquote>{renderAll(block.children)}</blockquote>
      case 'list':
        return renderList(block)
      case 'code':
        return <CodeBlock label={block.lang ?? 'Code'} code={block.value} />
      case 'thematicBreak':
        return <hr />
      case 'html':
        return <p>{block.value}</p>
      default:
        return null
    }
  }

  function renderList(list: List): ReactNode {
    const items = list.children.map((item, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: an item of a text is its place
      <li key={at}>
        {item.children.map((block, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block of a text is its place
          <Fragment key={place}>
            {block.type === 'paragraph' && !list.spread
              ? renderInline(block.children, links)
              : renderBlock(block)}
          </Fragment>
        ))}
      </li>
    ))
    return list.ordered ? <ol start={list.start ?? 1}>{items}</ol> : <ul>{items}</ul>
  }
}

function definitions(blocks: readonly RootContent[]): [string, string][] {
  return blocks
    .filter((block): block is Definition => block.type === 'definition')
    .map(({ identifier, url }) => [identifier, url])
}
