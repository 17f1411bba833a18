// Renders docs/guide and docs/operations as plain HTML into the built console, which the server serves as /guide/.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/** The pages by heading, in reading order. */
const GUIDE = {
  Begin: [
    'README',
    'install',
    'sign-in',
    'your-sign-in',
    'ask-for-access',
    'overview',
    'search-and-keys',
    'accessibility',
  ],
  'Train and use': [
    'run-your-own-folder',
    'register-a-solution',
    'packages',
    'caches',
    'catalogue',
    'instances',
    'data-sets',
    'variables',
    'start-a-run',
    'watch-a-training',
    'read-a-log',
    'why-did-it-fail',
    'find-runs',
    'compare-runs',
    'use-a-model',
    'schedules',
    'notifications',
  ],
  'Look after': ['make-a-workspace', 'workspaces', 'quotas', 'retention', 'accounts', 'access', 'engine'],
  'From a program': ['podium-command', 'python', 'javascript'],
}

/** @param dist the built console, whose font is used if there is one */
export function buildGuide(root, dist) {
  const docs = join(root, 'docs')
  const target = join(dist, 'guide')
  const parts = [
    ...Object.entries(GUIDE).map(([title, names]) => ({
      title,
      pages: names.map((name) => readPage(docs, `guide/${name}.md`)),
    })),
    { title: 'Operations', pages: operations(docs).map((name) => readPage(docs, `operations/${name}`)) },
  ]
  const addresses = new Map(parts.flatMap(({ pages }) => pages.map(({ text, address }) => [text, address])))
  mkdirSync(join(target, 'operations'), { recursive: true })
  for (const page of parts.flatMap(({ pages }) => pages))
    writeFileSync(join(dist, page.file), pageOf({ ...page, html: linked(page, addresses) }, parts))
  const source = join(docs, 'guide')
  writeFileSync(join(target, 'guide.css'), fontOf(dist) + readFileSync(join(source, 'guide.css'), 'utf8'))
  cpSync(join(source, 'images'), join(target, 'images'), { recursive: true })
}

/** Installation comes first. */
function operations(docs) {
  const names = readdirSync(join(docs, 'operations')).filter((name) => name.endsWith('.md'))
  return names.sort((a, b) => (b === 'installation.md') - (a === 'installation.md') || (a < b ? -1 : 1))
}

/** @param text its path below docs, as other texts link to it */
function readPage(docs, text) {
  const markdown = readFileSync(join(docs, text), 'utf8')
  const file = posix.join('guide', text.replace(/^guide\//, '').replace(/\.md$/, '.html'))
  const isFirst = text === 'guide/README.md'
  return {
    text,
    file: isFirst ? 'guide/index.html' : file,
    address: isFirst ? '/guide/' : `/${file}`,
    title: /^# (.+)$/m.exec(markdown)?.[1] ?? text,
    html: named(rolling(micromark(markdown, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] }))),
  }
}

/** Gives headings ids for links: 'From an archive' becomes #from-an-archive. */
function named(html) {
  return html.replaceAll(/<h2>(.*?)<\/h2>/g, (_, words) => {
    const name = words
      .replaceAll(/<[^>]+>|[^\w\s-]/g, '')
      .trim()
      .toLowerCase()
      .replaceAll(/\s+/g, '-')
    return `<h2 id="${name}">${words}</h2>`
  })
}

/** Content wider than a phone scrolls by itself, also by keyboard. */
function rolling(html) {
  return html
    .replaceAll('<table>', '<div class="table" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0" role="group" aria-label="Example">')
}

/** Converts links to pages here and to texts in the repository. A link to a text without a page becomes plain words. */
function linked({ text, html }, addresses) {
  return html.replaceAll(
    /<a href="([^":#]+\.md)(#[^"]*)?">(.*?)<\/a>/gs,
    (_, target, heading = '', words) => {
      const address = addresses.get(posix.join(posix.dirname(text), target))
      return address ? `<a href="${address}${heading}">${words}</a>` : words
    },
  )
}

function pageOf(page, parts) {
  const lists = parts.map(
    ({ title, pages }) => `<p>${title}</p><ul>${pages.map((each) => entryOf(each, page)).join('')}</ul>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Podium</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/guide/guide.css">
</head>
<body>
<header><a class="back" href="/overview">Back to Podium</a><a class="to-pages" href="#pages">All pages</a></header>
<main>
${page.html}
</main>
<nav aria-label="Guide" id="pages">${lists.join('')}
<p>All calls</p><ul><li><a href="/reference">Reference</a></li></ul></nav>
</body>
</html>
`
}

function entryOf({ address, title }, page) {
  return `<li><a href="${address}"${address === page.address ? ' aria-current="page"' : ''}>${title}</a></li>`
}

function fontOf(dist) {
  const names = readdirSync(join(dist, 'assets'))
  const font = names.find((name) => /^geist-latin-wght-normal.*\.woff2$/.test(name))
  if (!font) return ''
  return `@font-face { font-family: Geist; src: url('../assets/${font}'); font-weight: 100 900; font-display: swap; }\n`
}
