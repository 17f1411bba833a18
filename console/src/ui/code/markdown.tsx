import { isWebAddress } from '@podium/contract/rules/rules.ts'
import { memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import words from '../../theme/text.module.css'
import { CodeBlock } from './code-block.tsx'
import styles from './markdown.module.css'

/** People's texts are not nested deeper than this, and a browser cannot lay out a thousand levels. */
const DEEPEST = 30

/** The parser's time grows with the square of the number of brackets or stars. */
const LONGEST = 20_000
/** A longer text is parsed in parts of about this length, at most twice as long. */
const PART = 5_000
/** for LONGEST characters */
const MAX_STARS_AND_LINES = 3000

/** Returns the addresses of a file beside the text that an address in it names; null if it names none. */
export type FilesBeside = (address: string) => { picture: string; page: string } | null

export interface MarkdownProps {
  text: string
  /** absent if the text has no files beside it */
  beside?: FilesBeside
}

/**
 * Renders Markdown as React elements. HTML is shown as text, and pictures are fetched from files beside the text
 * only. A text that is too long or nested too deeply is shown as written.
 */
export const Markdown = memo(function Markdown({ text, beside }: MarkdownProps): ReactNode {
  const elements = beside ? { ...ELEMENTS, ...elementsBeside(beside) } : ELEMENTS
  const most = text.length > LONGEST ? 2 * PART : LONGEST
  return partsOf(text).map((part) =>
    isQuicklyRead(part.text, most) ? (
      <Part key={part.from} text={part.text} elements={elements} />
    ) : (
      <AsWritten key={part.from} text={part.text} />
    ),
  )
  // `beside` is a new function at each render. It changes only with the file, which is the key in Prose.
}, isSameText)

function isSameText(before: MarkdownProps, after: MarkdownProps): boolean {
  return before.text === after.text
}

function AsWritten({ text }: { text: string }) {
  return (
    <>
      <p className={words.note}>This part is too long to be laid out, so it is shown as it was written.</p>
      <p className={styles.plain}>{text}</p>
    </>
  )
}

/** Returns the text, or its parts with their offsets, cut at blank lines outside code blocks. */
function partsOf(text: string): { from: number; text: string }[] {
  if (text.length <= LONGEST) return [{ from: 0, text }]
  const ends: number[] = []
  let fence: string | null = null
  let [from, at] = [0, 0]
  for (const line of text.split(/(?<=\n)/)) {
    at += line.length
    const mark = /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    if (mark && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null
    if (at - from < PART || fence !== null || line.trim() !== '') continue
    ends.push(at)
    from = at
  }
  return [0, ...ends].map((begin, part) => ({ from: begin, text: text.slice(begin, ends[part]) }))
}

function Part({ text, elements }: { text: string; elements: Components }) {
  return (
    <div className={styles.prose}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm, asWrittenIfDeep]}
        components={elements}
        // Links and pictures handle invalid addresses themselves.
        urlTransform={(address) => address}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}

/** Returns the address if it leads to a page or a mailbox; undefined for anything else, such as a script. */
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

const ELEMENTS: Components = {
  // The page has its own h1, and HTML has no h7.
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <SafeLink href={src}>{alt || src}</SafeLink>,
  input: ({ checked }) => (checked ? '☑' : '☐'),
  code: ({ children }) => <code translate="no">{children}</code>,
  pre: CodeOf,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label="Table" className={styles.table}>
      <table>{children}</table>
    </section>
  ),
}

function elementsBeside(beside: FilesBeside): Components {
  return {
    a({ href = '', children }) {
      const file = beside(href)
      return file ? <a href={file.page}>{children}</a> : <SafeLink href={href}>{children}</SafeLink>
    },
    img({ src = '', alt = '' }) {
      const file = beside(src)
      return file ? <img src={file.picture} alt={alt} /> : <SafeLink href={src}>{alt || src}</SafeLink>
    },
  }
}

function CodeOf({ node }: ExtraProps) {
  const code = node?.children[0]
  if (code?.type !== 'element') return null
  const language = String(code.properties.className ?? '').replace('language-', '')
  const text = code.children.map((child) => ('value' in child ? child.value : '')).join('')
  return <CodeBlock label={language || 'Code'} code={text.replace(/\n$/, '')} />
}

function isQuicklyRead(text: string, most: number): boolean {
  const marks = text.match(/[*_]/g)?.length ?? 0
  return text.length <= most && marks <= (MAX_STARS_AND_LINES * most) / LONGEST
}

interface Tree {
  type: string
  value?: string
  children?: Tree[]
  data?: { hProperties: { className: string | undefined } }
}

/** Replaces a tree that is nested too deeply with the text as written. */
function asWrittenIfDeep() {
  return (root: Tree, file: { value: unknown }) => {
    if (!isDeeper(root, DEEPEST)) return
    const children = [{ type: 'text', value: String(file.value) }]
    root.children = [{ type: 'paragraph', children, data: { hProperties: { className: styles.plain } } }]
  }
}

/** Iterates by level, because recursion could overflow the stack on such a text. */
function isDeeper(root: Tree, levels: number): boolean {
  let level = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true
    level = level.flatMap(({ children }) => children ?? [])
  }
  return false
}
