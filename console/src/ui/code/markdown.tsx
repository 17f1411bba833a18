import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { type ReactNode, useMemo } from 'react'
import styles from './markdown.module.css'
import { renderBlocks } from './markdown-blocks.tsx'

/** Nobody writes quotes within lists within quotes deeper than this, and a browser breaks down laying out a thousand. */
const DEEPEST = 30

/** The parser compares brackets with brackets and stars with stars: what is twice as long takes four times as long. */
const LONGEST = 20_000
const MOST_STARS_AND_LINES = 3000

export interface MarkdownProps {
  text: string
  /** The level that '#' gets, so that the page keeps one h1. */
  topLevel?: 2 | 3
}

/**
 * Markdown as React elements. HTML in it is shown as the text it is, no picture is
 * fetched, and what is long or nested beyond reason is shown as it was written.
 */
export function Markdown({ text, topLevel = 2 }: MarkdownProps): ReactNode {
  const root = useMemo(() => (isQuicklyRead(text) ? fromMarkdown(text) : null), [text])
  if (!root || isDeeper(root, DEEPEST)) return <p className={styles.plain}>{text}</p>
  return <div className={styles.prose}>{renderBlocks(root, text, topLevel)}</div>
}

function isQuicklyRead(text: string): boolean {
  return text.length <= LONGEST && (text.match(/[*_]/g)?.length ?? 0) <= MOST_STARS_AND_LINES
}

/** Level by level: a text that is too deep would be too deep for a function that calls itself, too. */
function isDeeper(root: Nodes, levels: number): boolean {
  let level: Nodes[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true
    level = level.flatMap((node) => ('children' in node ? node.children : []))
  }
  return false
}
