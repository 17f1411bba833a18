// Renders docs/guide as pages of plain HTML into the built console, which the server serves as /guide/.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { micromark } from 'micromark'

/** The pages in the order a person needs them. */
const PAGES = [
  'README',
  'install',
  'sign-in',
  'your-sign-in',
  'make-a-workspace',
  'workspaces',
  'accounts',
  'register-a-solution',
  'catalogue',
  'instances',
  'start-a-run',
  'use-a-model',
  'podium-command',
]

/** @param dist the built console; its font is used where it has one */
export function buildGuide(root, dist) {
  const source = join(root, 'docs', 'guide')
  const target = join(dist, 'guide')
  const pages = PAGES.map((name) => readPage(source, name))
  mkdirSync(target, { recursive: true })
  for (const page of pages) writeFileSync(join(target, page.file), pageOf(page, pages))
  writeFileSync(join(target, 'guide.css'), fontOf(dist) + readFileSync(join(source, 'guide.css'), 'utf8'))
  cpSync(join(source, 'images'), join(target, 'images'), { recursive: true })
}

function readPage(source, name) {
  const markdown = readFileSync(join(source, `${name}.md`), 'utf8')
  return {
    file: name === 'README' ? 'index.html' : `${name}.html`,
    title: /^# (.+)$/m.exec(markdown)?.[1] ?? name,
    html: linked(micromark(markdown)),
  }
}

/** The same links lead to pages here and to files in the repository. */
function linked(html) {
  return html
    .replaceAll(/href="README\.md"/g, 'href="index.html"')
    .replaceAll(/href="([a-z-]+)\.md"/g, 'href="$1.html"')
}

function pageOf(page, pages) {
  const entries = pages.map(
    ({ file, title }) =>
      `<li><a href="${file}"${file === page.file ? ' aria-current="page"' : ''}>${title}</a></li>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Podium</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="guide.css">
</head>
<body>
<nav aria-label="Guide"><a class="brand" href="/overview">Podium</a><ul>${entries.join('')}</ul></nav>
<main>
${page.html}
</main>
</body>
</html>
`
}

function fontOf(dist) {
  const names = readdirSync(join(dist, 'assets'))
  const font = names.find((name) => /^geist-latin-wght-normal.*\.woff2$/.test(name))
  if (!font) return ''
  return `@font-face { font-family: Geist; src: url('/assets/${font}'); font-weight: 100 900; font-display: swap; }\n`
}
