import { createHash } from 'node:crypto'
import { casesWith, type FailureCase, type Offer, PIPS } from '../failure-case.ts'
import { sdistThat, wheel } from '../package-files.ts'

const WRONG = '0'.repeat(64)
const hashOf = ({ content }: Offer) => createHash('sha256').update(content).digest('hex')

/** Returns files whose hashes are wrong, missing or not those of the index, and damaged files. */
export async function hashCases(): Promise<FailureCase[]> {
  const a = wheel('line_a', '1.0')
  const needsA = wheel('line_b', '1.0', ['line-a'])
  const damaged = { ...a, content: Buffer.from('no wheel at all'), hash: '' }
  const one = casesWith({ offers: [a, needsA] })
  return [
    one('hash of requirements.txt is wrong', `# pinned\nline-a==1.0 --hash=sha256:${WRONG}\n`),
    one('hash over two lines is wrong', `line-a==1.0 \\\n    --hash=sha256:${WRONG}\n`),
    one('hash of an included file is wrong', '-r base.txt\n', {
      files: { 'requirements.txt': '-r base.txt\n', 'base.txt': `\nline-a==1.0 --hash=sha256:${WRONG}\n` },
    }),
    one(
      'hash of one of several files',
      `line-a==1.0 --hash=sha256:${WRONG} --hash=sha256:${'1'.repeat(64)}\n`,
    ),
    one('a requirement without hash', `line-b==1.0 --hash=sha256:${hashOf(needsA)}\nline-a==1.0\n`, {
      installers: PIPS,
    }),
    one('a dependency without hash', `line-b==1.0 --hash=sha256:${hashOf(needsA)}\n`, { installers: PIPS }),
    one('a range with hash', `line-a>=1.0 --hash=sha256:${hashOf(a)}\n`, {
      installers: ['pip 23', 'pip 25'],
    }),
    one('require-hashes without any', '--require-hashes\nline-a==1.0\n'),
    one('a hash that is none', 'line-a==1.0 --hash=sha256:abc\n'),
    one('a hash of a kind that does not exist', `line-a==1.0 --hash=sha1000:${WRONG}\n`),
    one('a folder where others have hashes', `line-a==1.0 --hash=sha256:${hashOf(a)}\n./own\n`, {
      installers: PIPS,
      files: {
        'requirements.txt': `line-a==1.0 --hash=sha256:${hashOf(a)}\n./own\n`,
        'own/setup.py': `from setuptools import setup\nsetup(name='own', version='1.0', py_modules=[])\n`,
      },
    }),
    one(
      'a repository where others have hashes',
      `line-a==1.0 --hash=sha256:${hashOf(a)}\nline-c @ git+https://git.invalid/line.git\n`,
    ),
    one("the index's own hash is wrong", 'line-a\n', { offers: [{ ...a, hash: WRONG }] }),
    one("the index's own hash of a dependency is wrong", 'line-b\n', {
      offers: [{ ...a, hash: WRONG }, needsA],
    }),
    one('a wheel is damaged', 'line-a\n', { offers: [damaged] }),
    one('a wheel of a dependency is damaged', 'line-b\n', { offers: [damaged, needsA] }),
    one('a source distribution is damaged', 'line-c\n', {
      offers: [{ ...(await sdistThat('line-c', '')), content: Buffer.from('no archive'), hash: '' }],
    }),
    one('a wheel is empty', 'line-a\n', { offers: [{ ...a, content: Buffer.alloc(0), hash: '' }] }),
    one('a wheel is cut', 'line-a\n', {
      offers: [{ ...a, content: a.content.subarray(0, a.content.length - 40), hash: '' }],
    }),
    one('a wheel is a sign-in page', 'line-a\n', {
      offers: [{ ...a, content: Buffer.from('<!DOCTYPE html><title>Sign in</title>'), hash: '' }],
    }),
    one('a wheel holds another package', 'line-a\n', {
      offers: [{ ...wheel('line_z', '3.0'), file: a.file }],
    }),
    one(
      'hash of a wheel at an address is wrong',
      `line-a @ {index}/files/line_a-1.0-py3-none-any.whl#sha256=${WRONG}\n`,
    ),
  ]
}
