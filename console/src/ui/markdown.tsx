import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { type ReactNode, useMemo } from 'react'
import styles from './markdown.module.css'
import { renderBlocks } from './markdown-blocks.tsx'

export interface MarkdownProps {
  text: string
  /** The level that '#' gets, so that the page keeps one h1. */
  topLevel?: 2 | 3
}

/** Markdown as React elements. HTML in it is shown as the text it is, and no picture is fetched. */
export function Markdown({ text, topLevel = 2 }: MarkdownProps): ReactNode {
  const root: Root = useMemo(() => fromMarkdown(text), [text])
  return <div className={styles.prose}>{renderBlocks(root, topLevel)}</div>
}
