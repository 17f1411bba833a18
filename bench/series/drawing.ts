import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { createConsole } from '@podium/server/http/console/console-files.ts'
import Fastify from 'fastify'
import { build } from 'vite'
import { findChromium } from '../../scripts/chromium.mjs'
import { interleave, median, medianRatio, printFigures } from '../rounds.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atMost, type Verdict } from '../verdict.ts'
import { zoomFrames } from './zoom-frames.ts'

const ROUNDS = 3
const MAX_RATIO = 1.25
const ROOT = new URL('../..', import.meta.url).pathname
const CHARTS = join(ROOT, 'console', 'src', 'ui', 'chart')

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Drawing</title></head>
<body><div id="root"></div><script type="module" src="/main.ts"></script></body></html>
`

/** Draws ten visible charts of twenty lines with 500 to 2,000 points at each step of a zoom. */
const SCRIPT = `
import { createPlot } from '${CHARTS}/canvas-plot.ts'
import { reduceTo } from '${CHARTS}/line-points.ts'
import { frameOf } from '${CHARTS}/plot-frame.ts'
const WIDTH = 480, HEIGHT = 170, COLUMNS = 150
const lines = Array.from({ length: 200 }, (_, at) => {
  const count = 500 + (at % 4) * 500
  const x = Float64Array.from({ length: count }, (_, step) => step * (2000 / count))
  return { x, y: x.map((step) => Math.exp(-step / 500) + Math.sin(step * (at + 1)) * 0.1) }
})
const charts = Array.from({ length: 10 }, (_, at) => lines.slice(at * 20, at * 20 + 20))
const look = { color: 'rgb(31, 95, 191)', width: 1, alpha: 1, filled: false, dashed: false }
const root = document.getElementById('root')
const rangeAt = (step) => { const share = 1 - (step % 40) / 50; return [1000 - 1000 * share, 1000 + 1000 * share] }
function place() { const element = document.createElement('div'); root.append(element); return element }
const drawers = {
  canvas: () => {
    const options = { axis: 'step', logarithmic: false, frame: frameOf(HEIGHT), count: 20, colorOf: (color) => color.startsWith('var') ? 'rgb(200, 200, 200)' : color }
    const plots = charts.map(() => createPlot(place(), options))
    return (range) => plots.forEach((plot, at) => plot.draw({ strokes: charts[at].map((line) => ({ ...look, line: reduceTo(line, range, COLUMNS) })), range, width: WIDTH, height: HEIGHT }))
  },
  svg: () => {
    const paths = charts.map((chart) => {
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
      svg.setAttribute('width', WIDTH); svg.setAttribute('height', HEIGHT)
      place().append(svg)
      return chart.map(() => { const path = document.createElementNS('http://www.w3.org/2000/svg', 'path'); path.setAttribute('fill', 'none'); path.setAttribute('stroke', look.color); path.setAttribute('stroke-width', look.width); svg.append(path); return path })
    })
    return (range) => charts.forEach((chart, at) => chart.forEach((line, of) => {
      const { x, y } = reduceTo(line, range, COLUMNS)
      let d = ''
      for (let point = 0; point < x.length; point += 1) d += (point ? 'L' : 'M') + ((x[point] - range[0]) / (range[1] - range[0]) * WIDTH).toFixed(1) + ' ' + ((1.2 - y[point]) / 1.4 * HEIGHT).toFixed(1)
      paths[at][of].setAttribute('d', d)
    }))
  },
}
window.begin = (kind) => { const draw = drawers[kind](); window.step = (step) => draw(rangeAt(step)); window.step(0) }
`

/** Measures zooming two hundred lines, on the product's canvas and as SVG paths, with the product's headers. */
export async function measureDrawing(): Promise<Verdict[]> {
  return inTemporaryHome(async (folder) => {
    const { address, stop } = await servePage(folder)
    const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
    const frameOf = async (kind: 'canvas' | 'svg') => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      try {
        await page.goto(address)
        await page.waitForFunction('window.begin')
        await page.evaluate(`window.begin('${kind}')`)
        return median(await zoomFrames(page, 'window.step', 20))
      } finally {
        await page.close()
      }
    }
    try {
      const frames = await interleave(ROUNDS, {
        'canvas, uPlot': () => frameOf('canvas'),
        'SVG paths': () => frameOf('svg'),
      })
      printFigures('ms a frame, 200 lines in sight, processor 4 × slower', frames)
      return [
        atMost(
          'a frame of 200 lines on the canvas with axes, of SVG paths alone',
          medianRatio(frames['canvas, uPlot'], frames['SVG paths']),
          MAX_RATIO,
          '×',
        ),
      ]
    } finally {
      await browser.close()
      await stop()
    }
  })
}

async function servePage(folder: string): Promise<{ address: string; stop(): Promise<void> }> {
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'main.ts'), SCRIPT)
  const outDir = join(folder, 'dist')
  await build({
    root: folder,
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    build: { outDir, modulePreload: false },
  })
  const app = Fastify()
  app.setNotFoundHandler(createConsole(outDir))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    stop: () => app.close(),
  }
}
