// @module-tag python
import { existsSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { SYSTEM_PATH } from '../../attempt/environment.ts'
import { interpreterFor } from './interpreters.ts'
import { nameInSetup } from './setup-name.ts'

let python: string
beforeAll(async () => {
  python = (await interpreterFor('', { set: null, path: SYSTEM_PATH })).path
})

const CALL = 'from setuptools import find_packages, setup\n'

test.each([
  [`${CALL}setup(name='line', version='1.0', packages=find_packages())`, 'line'],
  ['\ufeffimport setuptools\r\nsetuptools.setup(\r\n  name = "Line_Two"\r\n)\r\n', 'Line_Two'],
  ['import distutils.core\nif True:\n  distutils.core.setup(version="1", name="line")', 'line'],
  ['from setuptools import setup as make\ndef main():\n  make(name="line")\nmain()', 'line'],
  ['from setuptools import *\nsetup(name="line")', 'line'],
  [`${CALL}NAME = 'line'\nsetup(name=NAME)`, 'line'],
  [`${CALL}if 1:\n  setup(name='line')\nelse:\n  setup(name='line', ext_modules=[])`, 'line'],
  [`${CALL}text = """setup(name='other')"""\n# setup(name='other')\nsetup(name='line')`, 'line'],
  ['import app\nfrom setuptools import setup\napp.setup(name="other")\nsetup(name="line")', 'line'],
])('finds the name in the call of setup.py: %j', async (script, name) => {
  expect(await nameInSetup({ script, config: '[metadata]\nname = not-this' }, python, null)).toBe(name)
})

test.each([
  `${CALL}setup(name='line-' + 'two')`,
  `${CALL}setup(name=open('name.txt').read())`,
  `${CALL}NAME = 'line'\nNAME = 'other'\nsetup(name=NAME)`,
  `${CALL}NAME = 'line'\nfor NAME in ['a']: pass\nsetup(name=NAME)`,
  `${CALL}if 1:\n  setup(name='line')\nelse:\n  setup(name='other')`,
  `${CALL}setup(name=7)`,
  `${CALL}setup(name='line\\nother')`,
  `${CALL}setup(name='line')\n${'#'.repeat(300_000)}`,
])('leaves a name to the build if only running setup.py tells it: %.60j', async (script) => {
  expect(await nameInSetup({ script, config: '[metadata]\nname = not-this' }, python, null)).toBe('')
})

test.each([
  ['[metadata]\nname = line\nversion = 1\n', 'line'],
  ['# ours\r\n[options]\r\nname = no\r\n[metadata]\r\nversion = 1\r\nname: line-two \r\n', 'line-two'],
  ['[metadata]\nversion = 1\n[options]\nname = no\n', ''],
  ['[metadata]\nname = %(other)s\n', ''],
  ['[metadata]\ndescription =\n  name = no\nname = line', 'line'],
  ['', ''],
])('finds the name in setup.cfg if setup.py has none: %j', async (config, name) => {
  const script = 'from setuptools import setup\nsetup()\n'
  expect(await nameInSetup({ script, config }, python, null)).toBe(name)
  expect(await nameInSetup({ script: null, config }, python, null)).toBe(name)
})

test.each([
  `${CALL}setup(**options)`,
  `print 'of Python 2'\n${CALL}setup(name='line')`,
  `${CALL}setup(name=${'('.repeat(10_000)}`,
])('finds the name in setup.cfg if setup.py is unreadable or may contain one: %.60j', async (script) => {
  expect(await nameInSetup({ script, config: '[metadata]\nname = ours' }, python, null)).toBe('ours')
})

test('runs no code of a setup.py', async () => {
  const script = `open('/tmp/podium-was-run', 'w')\n${CALL}setup(name='line')`
  expect(await nameInSetup({ script, config: null }, python, null)).toBe('line')
  expect(existsSync('/tmp/podium-was-run')).toBe(false)
})

test('returns no name on a machine without that Python', async () => {
  expect(await nameInSetup({ script: '', config: '' }, '/none/python3', null)).toBe('')
})

test.runIf(process.getuid?.() === 0)('reads with the identity of the run', async () => {
  const script = `${CALL}setup(name='line')`
  expect(await nameInSetup({ script, config: null }, python, 100_007)).toBe('line')
})
