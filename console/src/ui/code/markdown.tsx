import { isWebAddress } from '@podium/contract/rules.ts'
import { createElement, type ReactNode, useMemo } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './code-block.tsx'
import styles from './markdown.module.css'

/** No one nests quotes and lists deeper than this on purpose, and a browser breaks down laying out a thousand. */
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
  const components = useMemo(() => ({ ...PARTS, ...headingsFrom(topLevel) }), [topLevel])
  if (!isQuicklyRead(text)) return <p className={styles.plain}>{text}</p>
  return (
    <div className={styles.prose}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm, asWrittenIfDeep]}
        components={components}
        // Links and pictures decide themselves what to do with an address that leads nowhere.
        urlTransform={(address) => address}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}

/** The address when it leads to a page or a mailbox; anything else, scripts first of all, is no link. */
export function safeAddress(address: string): string | undefined {
  const leadsSomewhere = isWebAddress(address) || (/^mailto:/i.test(address) && URL.canParse(address))
  return leadsSomewhere ? new URL(address).href : undefined
}

function SafeLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const address = safeAddress(href ?? '')
  if (address === undefined) return children
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

const PARTS: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <SafeLink href={src}>{alt || src}</SafeLink>,
  input: ({ checked }) => (checked ? '☑' : '☐'),
  pre: ({ node }) => <CodeOf node={node} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label="Table" className={styles.table}>
      <table>{children}</table>
    </section>
  ),
}

function CodeOf({ node }: ExtraProps) {
  const code = node?.children[0]
  if (code?.type !== 'element') return null
  const language = String(code.properties.className ?? '').replace('language-', '')
  const text = code.children.map((child) => ('value' in child ? child.value : '')).join('')
  return <CodeBlock label={language || 'Code'} code={text.replace(/\n$/, '')} />
}

/** The headings below the page's own, none below h6. */
function headingsFrom(topLevel: number): Components {
  const headings = [1, 2, 3, 4, 5, 6].map((depth) => [
    `h${depth}`,
    ({ children }: { children?: ReactNode }) =>
      createElement(`h${Math.min(depth + topLevel - 1, 6)}`, null, children),
  ])
  return Object.fromEntries(headings)
}

function isQuicklyRead(text: string): boolean {
  return text.length <= LONGEST && (text.match(/[*_]/g)?.length ?? 0) <= MOST_STARS_AND_LINES
}

interface Tree {
  type: string
  value?: string
  children?: Tree[]
  data?: { hProperties: { className: string | undefined } }
}

/** Puts the text as it was written in the place of a tree that is nested beyond reason. */
function asWrittenIfDeep() {
  return (root: Tree, file: { value: unknown }) => {
    if (!isDeeper(root, DEEPEST)) return
    const children = [{ type: 'text', value: String(file.value) }]
    root.children = [{ type: 'paragraph', children, data: { hProperties: { className: styles.plain } } }]
  }
}

/** Level by level: a text that is too deep would be too deep for a function that calls itself, too. */
function isDeeper(root: Tree, levels: number): boolean {
  let level = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true
    level = level.flatMap(({ children }) => children ?? [])
  }
  return false
}
