// Times `podium run train.py` from an empty configuration to the first drawn curve in Chromium: 2 commands.
import { spawn } from 'node:child_process'
import { chromium } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'
const at = 'http://127.0.0.1:8931'
const env = { ...process.env, PODIUM_HOME: '/tmp/m/h/trial/client/none', XDG_CONFIG_HOME: '/tmp/m/h/trial/first-client' }
const cwd = '/tmp/m/h/trial/first'
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
const page = await (await browser.newContext({ viewport: { width: 1440, height: 1600 } })).newPage()
await page.goto(at + '/auth/login')
await page.getByLabel('ID', { exact: true }).fill('admin')
await page.getByLabel('Password', { exact: true }).fill('grey-harbour-candle-9')
await page.getByLabel('Password', { exact: true }).press('Enter')
await page.waitForURL(/overview/)
const podium = (args, input) => new Promise((done) => {
  const child = spawn('node', ['/tmp/m/wt/trial/cli/dist/podium.js', ...args], { cwd, env })
  child.stdin.end(input ?? '')
  let out = ''
  const note = (b) => { out += b; const id = /Started \S+ \((\S+)\)/.exec(out)?.[1]; if (id && !watching) watching = watchPage(id) }
  child.stdout.on('data', note); child.stderr.on('data', note)
  child.on('close', (code) => done({ code, out }))
})
let watching
const t0 = performance.now(); const s = () => ((performance.now() - t0) / 1000).toFixed(1)
async function watchPage(id) {
  console.log('started after', s())
  await page.goto(`${at}/inferenceModel/run/${id}?tab=figures`)
  await page.getByRole('group', { name: /^loss over steps/ }).locator('canvas').waitFor({ timeout: 200000 })
  console.log('FIRST CURVE after', s(), 's')
  await page.screenshot({ path: '/tmp/m/h/trial/first.png' })
}
console.log((await podium(['login', '--server', at, '--id', 'admin'], 'grey-harbour-candle-9\n')).out, s())
const r = await podium(['run', 'train.py', '--epochs', '30'])
console.log(r.code, r.out, 'command ended', s())
await watching
await browser.close()
