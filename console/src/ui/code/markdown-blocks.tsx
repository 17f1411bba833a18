import type { BlockContent, Definition, DefinitionContent, List, Paragraph, Root, RootContent } from 'mdast'
import { createElement, Fragment, type ReactNode } from 'react'
import { CodeBlock } from './code-block.tsx'
import { type Links, renderInline } from './markdown-inline.tsx'

type Block = RootContent | BlockContent | DefinitionContent

/** The blocks of the document that was read from `text`; headings start at `topLevel` and stop at h6. */
export function renderBlocks(root: Root, text: string, topLevel: number): ReactNode {
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
        return renderParagraph(block, (words) => <p>{words}</p>)
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

  function renderParagraph(paragraph: Paragraph, within: (words: ReactNode) => ReactNode): ReactNode {
    const written = writtenLines(paragraph, text)
    if (written.slice(1).some(isTableRule)) return <CodeBlock label="Table" code={written.join('\n')} />
    return within(renderInline(paragraph.children, links))
  }

  function renderList(list: List): ReactNode {
    const items = list.children.map((item, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: an item of a text is its place
      <li key={at}>
        {item.children.map((block, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block of a text is its place
          <Fragment key={place}>
            {block.type === 'paragraph' && !list.spread
              ? renderParagraph(block, (words) => words)
              : renderBlock(block)}
          </Fragment>
        ))}
      </li>
    ))
    return list.ordered ? <ol start={list.start ?? 1}>{items}</ol> : <ul>{items}</ul>
  }
}

/** As they stand in the text, without what makes them part of a quotation or an item. */
function writtenLines({ position }: Paragraph, text: string): string[] {
  const written = text.slice(position?.start.offset, position?.end.offset)
  return written.split(/\r?\n|\r/).map((line) => line.replace(/^[ \t>]+/, '').trimEnd())
}

/** What parts head and rows of a table. The parser takes a table for a paragraph: on one line nobody could read it. */
function isTableRule(line: string): boolean {
  return /^[ \t:|-]+$/.test(line) && line.includes('|') && line.includes('-')
}

function definitions(blocks: readonly RootContent[]): [string, string][] {
  return blocks
    .filter((block): block is Definition => block.type === 'definition')
    .map(({ identifier, url }) => [identifier, url])
}
