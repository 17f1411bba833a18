import { expect } from '@playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { ended, makeStream, register, solutionFolder, startRun } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

/** Fails in its own code on a missing column, after three hundred lines of log. */
const FAILING = `
import labels
for row in range(300):
    print("row", row)
labels.index({"image": []})
`
const LABELS = `
def index(table):
    return table["label_id"]
`

/** The largest table of the long form, most of it a single line. */
const LARGE_CSV = process.env.PODIUM_LONG === '1' ? 4 * 1024 ** 3 : 64 * 1024 ** 2

/** Writes files that try to attack. */
const HOSTILE = `
import os, struct, zlib
out = os.environ["PODIUM_OUTPUT_DIR"]
def write(name, data):
    with open(os.path.join(out, name), "wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)
evil = "<script>parent.hacked = 1; top.hacked = 1; document.title = 'hacked'</script>"
write("page.html", f"<h1>A report</h1>{evil}<body onload='top.hacked = 1'>")
write("drawing.svg", f"<svg xmlns='http://www.w3.org/2000/svg' onload='top.hacked = 1'>{evil}<circle r='9'/></svg>")
write("paper.pdf", "%PDF-1.4\\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\\ntrailer<</Root 1 0 R>>")
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
write("bomb.png", b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 50000, 50000, 8, 2, 0, 0, 0))
      + chunk(b"IDAT", zlib.compress(bytes(1000000))) + chunk(b"IEND", b""))
with open(os.path.join(out, "huge.csv"), "wb") as file:
    file.write(b"name,value\\nfirst,1\\n")
    file.truncate(${LARGE_CSV})
write("errors.csv", "image,p\\n" + "".join(f"{row}.png,0.5\\n" for row in range(1500)))
`

function python(name: string, files: Record<string, string>): Promise<string> {
  const pipeline = [{ type: 'train', command: ['python3', 'main.py'] }]
  return solutionFolder({ name, pipeline }, files)
}

test('says why a run failed, at the line that tells it, and retries it with similar ones', {
  tag: ['@long', '@python'],
}, async ({ page, server, api, workspace, person }) => {
  const faults = watch(page)
  await register(api, workspace, await python('labels', { 'main.py': FAILING, 'labels.py': LABELS }))
  const stream = await makeStream(api, workspace, 'labels')
  const first = await startRun(api, stream)
  await ended(api, first.id)
  const run = await startRun(api, stream)
  expect((await ended(api, run.id)).failure).toMatchObject({
    title: "KeyError: 'label_id'",
    place: 'labels.py:3',
    alike: 2,
  })

  await openAs(page, server.address, person, `/inferenceModel/run/${run.id}?ws=${workspace.id}`)
  await expect(page.getByRole('region', { name: 'Why it failed' })).toContainText("KeyError: 'label_id'")
  await expect(page.getByText('Line 301 marked')).toBeVisible()
  await expect(page.getByRole('log').getByText('Traceback (most recent call last):')).toBeInViewport()
  const alike = page.getByRole('region', { name: 'Failed the same way' })
  await expect(alike.getByRole('link', { name: first.name })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(faults).toEqual([])
})

test('shows safely whatever a run leaves', { tag: '@python' }, async ({
  page,
  server,
  api,
  workspace,
  person,
}) => {
  const faults = watch(page)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await register(api, workspace, await python('hostile', { 'main.py': HOSTILE }))
  const run = await startRun(api, await makeStream(api, workspace, 'hostile'))
  expect((await ended(api, run.id)).state).toBe('succeeded')

  await openAs(page, server.address, person, `/inferenceModel/run/${run.id}?ws=${workspace.id}&tab=artifacts`)
  const files = page.getByRole('region', { name: 'Artifacts' })
  const show = (name: string) => files.getByRole('link', { name, exact: true }).click()

  await show('errors.csv')
  await expect(page.getByText('Rows 1 to 50 of the first 1,000, 2 columns')).toBeVisible()
  await expectAccessible(page)
  await show('huge.csv')
  await expect(page.getByRole('cell', { name: 'first' })).toBeVisible()
  await show('bomb.png')
  await expect(page.getByText(/50000 × 50000 pixels/)).toBeVisible()
  await show('page.html')
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'A report' })).toBeVisible()
  await show('drawing.svg')
  await expect(page.frameLocator('iframe').locator('circle')).toBeAttached()
  await show('paper.pdf')
  await expect(page.getByText('This is a PDF document, which is not shown here.')).toBeVisible()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(dialogs).toEqual([])
  // Chromium reports that a script in a sandboxed frame was blocked, which is expected here.
  expect(faults.filter((fault) => !/Blocked script execution/.test(fault))).toEqual([])
})
