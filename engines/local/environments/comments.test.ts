// @module-tag python
// @module-tag pip
import { expect, onTestFinished, test } from 'vitest'
import { PYTHON_DEFAULTS } from '../../python-settings.ts'
import { archiveOf } from '../../testing/archives.ts'
import { openLocalHome } from '../../testing/local-home.ts'
import { memoryObjects } from '../../testing/memory-objects.ts'
import { plainSpec } from '../../testing/plain-spec.ts'
import { startPythonIndex, wheelOf } from '../../testing/python-index.ts'
import { runToEnd, textOfLog } from '../../testing/watching.ts'

test('fetches nothing for a version whose list differs only in comments', async () => {
  const large = { 'lib/weights': 'x'.repeat(2 ** 20) }
  const index = await startPythonIndex(
    Object.fromEntries([wheelOf('torch', '2.0', 'answer = 42\n', [], large)]),
  )
  const archives = {
    'first.tar.gz': await archiveOf([{ name: 'requirements.txt', content: 'torch\n' }]),
    'second.tar.gz': await archiveOf([
      { name: 'requirements.txt', content: '# to train with\n\ntorch  # 2\n' },
    ]),
  }
  const local = await openLocalHome(memoryObjects(archives), {
    packages: { ...PYTHON_DEFAULTS, index_url: index.url, installer: 'pip' },
  })
  onTestFinished(async () => {
    await local.close()
    await index.close()
  })
  async function logOf(path: string): Promise<string> {
    const spec = plainSpec({
      source: { bucket: 'b', path, archive: true },
      granted: { cpu: 2, memory_mib: 512, gpu: 0 },
      command: ['python', '-c', 'import torch; print(torch.answer)'],
    })
    expect(await runToEnd(local.engine, spec)).toMatchObject({ outcome: 'succeeded' })
    return textOfLog(local.engine, spec, 'process')
  }
  expect(await logOf('first.tar.gz')).toContain('Installed 1 package')
  const sent = index.sent()
  expect(sent).toBeGreaterThan(2 ** 20)
  expect(await logOf('second.tar.gz')).toBe('42\n')
  expect(index.sent()).toBe(sent)
})
