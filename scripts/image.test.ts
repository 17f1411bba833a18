import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { imageSettings } from './image-settings.mjs'

const root = new URL('..', import.meta.url).pathname
const containerfile = readFileSync(join(root, 'deploy', 'Containerfile'), 'utf8')

test('both ways to build the image give it the settings of the Containerfile', () => {
  expect(imageSettings(containerfile)).toEqual({
    User: '10001:10001',
    WorkingDir: '/data',
    Env: [
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'PODIUM_HOME=/data/podium',
      'PODIUM_HOST=0.0.0.0',
      'PODIUM_PORT=8080',
    ],
    ExposedPorts: { '8080/tcp': {} },
    Entrypoint: ['tini', '--', 'podium'],
    Cmd: ['start'],
  })
})

test('a Containerfile that does not say who runs is refused', () => {
  expect(() => imageSettings(containerfile.replace('USER', '# USER'))).toThrow('has no USER')
})
