import { expect, test } from 'vitest'
import { isDrawnByScripts } from './drawn-by-scripts.ts'

test.each([
  [
    'plotly',
    '<html><head><meta charset="utf-8" /></head><body><div><script>window.PlotlyConfig = {};</script>',
  ],
  [
    'plotly, cut off in its library',
    `<html>\n<body>\n<div><script type="text/javascript">${'/* x < y */'.repeat(500)}`,
  ],
  [
    'bokeh',
    '<!DOCTYPE html><html><head><title>Bokeh Plot</title><style>x</style></head><body><script src="x.js"></script></body></html>',
  ],
  ['a comment beside a script', '<body><!-- made by a tool that says much of itself --><script>x()</script>'],
])('a page of %s is drawn by scripts', (_, html) => expect(isDrawnByScripts(html, true)).toBe(true))

test.each([
  [
    'a report with a script for its menu',
    `<script>x()</script><h1>Report</h1><p>${'The accuracy is 0.93. '.repeat(3)}</p>`,
  ],
  ['a heading beside a script', '<h1>A report</h1><script>x()</script>'],
  ['a picture beside a script', '<script>x()</script><img src="data:image/png;base64,x">'],
  [
    'a report whose head is longer than what is looked at',
    `<head><script>${'x'.repeat(100)}</script><style>`,
  ],
  ['a table of pandas', '<table><tr><td>1</td></tr></table><script></script>'],
  ['a short page without scripts', '<p>done</p>'],
  ['text that only speaks of one', 'a script is no element here, and this is text'],
])('%s is not drawn by scripts', (_, html) => expect(isDrawnByScripts(html, true)).toBe(false))

test.each(['<', '<script', '<!--', '</script>', '<head>'])(
  '256 KiB of %s are searched without delay',
  (part) => {
    const text = `<script>${part.repeat((256 * 1024) / part.length)}`
    expect(isDrawnByScripts(text, false)).toBe(true)
  },
)
