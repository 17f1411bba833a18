import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Installer, Offer } from './failure-case.ts'

const execute = promisify(execFile)

const REQUIREMENTS: Record<Installer, string> = {
  'pip 23': 'pip==23.0.1',
  'pip 25': 'pip==25.3',
  pip: 'pip',
  uv: 'uv',
}

export interface Tools {
  /** the Python of an environment that has the installer */
  pythonOf: (installer: Installer) => string
  /** a program that pip starts for the Python of another environment, without its first second */
  runnerOf: (installer: Installer) => string
  /** the Python of an empty environment that the installer installs into */
  targetOf: (installer: Installer) => string
  /** the folder of Python itself */
  prefix: string
  /** wheels that build a setup.py, offered by the indexes of cases */
  buildWheels: Offer[]
  /** for an index whose authority the machine does not trust */
  certificate: { key: string; cert: string }
}

/** Installs pip of three years and the newest uv into the folder, from the package index. */
export async function makeTools(folder: string): Promise<Tools> {
  const pythonOf = (installer: Installer) => join(folder, installer.replace(' ', '-'), 'bin/python')
  const targetOf = (installer: Installer) =>
    join(folder, `${installer.replace(' ', '-')}-target`, 'bin/python')
  for (const [name, requirement] of Object.entries(REQUIREMENTS)) {
    const python = pythonOf(name as Installer)
    await execute('python3', ['-m', 'venv', join(python, '../..')])
    await execute(python, ['-m', 'pip', 'install', '--quiet', '--upgrade', requirement])
    await execute('python3', ['-m', 'venv', '--without-pip', join(targetOf(name as Installer), '../..')])
  }
  const { stdout } = await execute('python3', [
    '-c',
    'import sys; print("python%d.%d" % sys.version_info[:2], sys.base_prefix)',
  ])
  const [version = '', prefix = ''] = stdout.trim().split(' ')
  const runnerOf = (installer: Installer) =>
    join(pythonOf(installer), '../../lib', version, 'site-packages/pip/__pip-runner__.py')
  const wheels = join(folder, 'wheels')
  await mkdir(wheels, { recursive: true })
  const download = [
    'download',
    '--quiet',
    '--no-deps',
    '--dest',
    wheels,
    'setuptools==80.9.0',
    'wheel==0.45.1',
  ]
  await execute(pythonOf('pip'), ['-m', 'pip', ...download])
  const buildWheels = (await readdir(wheels)).map(async (file) => {
    return { file, content: await readFile(join(wheels, file)) }
  })
  return {
    pythonOf,
    runnerOf,
    targetOf,
    prefix,
    buildWheels: await Promise.all(buildWheels),
    certificate: await makeCertificate(folder),
  }
}

async function makeCertificate(folder: string): Promise<Tools['certificate']> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const files = ['-keyout', key, '-out', cert]
  const name = ['-subj', '/CN=private.example', '-addext', 'subjectAltName=DNS:localhost']
  await execute('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...name])
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
}
