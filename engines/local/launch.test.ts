import { expect, test } from 'vitest'
import { type LaunchPlan, launchCommand } from './launch.ts'

const plan: LaunchPlan = {
  reach: { readable: { '/podium': '/home/runs/poc/a/1' }, writable: {}, start: '/podium' },
  environment: '/home/runs/poc/a/1/variables',
  entry: { PODIUM_ATTEMPT: 'a-1' },
  command: ['python3', 'train.py'],
  secrets: [],
  granted: { cpu: 1.5, memory_mib: 2048, gpu: 0 },
  stopSignal: 'SIGTERM',
  uid: null,
  sandbox: null,
  hidden: [],
  pidNamespace: [],
  network: false,
  networkNamespace: [],
  systemd: false,
  ownSession: false,
  cores: [],
}

test('starts a plain run as its program with an environment of its own', () => {
  const [environment, shell] = [launchCommand(plan).slice(0, 3), launchCommand(plan).slice(3)]
  expect(environment).toEqual(['env', '-i', 'PODIUM_ATTEMPT=a-1'])
  expect(shell[0]).toBe('/bin/sh')
  expect(shell.slice(-3)).toEqual(['/home/runs/poc/a/1/variables', 'python3', 'train.py'])
})

test("applies a run's session, then its limits, its sandbox, and last its identity", () => {
  const sandbox = { program: 'bwrap', sizesFolders: true }
  const command = launchCommand({ ...plan, uid: 100_007, sandbox, systemd: true, ownSession: true })
  const order = ['setsid', 'systemd-run', 'bwrap', 'setpriv', 'env', 'python3'].map((name) =>
    command.indexOf(name),
  )
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(order[0]).toBe(0)
  expect(command).toEqual(expect.arrayContaining(['MemoryMax=2048M', 'CPUQuota=150%', '--unshare-net']))
  expect(command).toEqual(expect.arrayContaining(['--reuid=100007', '--regid=100007', '--no-new-privs']))
})

test('keeps a run from the network by a namespace or the sandbox, unless its workspace allows it', () => {
  const withNamespace = { ...plan, networkNamespace: ['unshare', '--net'] }
  expect(launchCommand(withNamespace).slice(0, 3)).toEqual(['unshare', '--net', 'env'])
  expect(launchCommand({ ...withNamespace, network: true })[0]).toBe('env')
  const sandboxed = { ...plan, sandbox: { program: 'bwrap', sizesFolders: true } }
  expect(launchCommand(sandboxed)).toContain('--unshare-net')
  expect(launchCommand({ ...sandboxed, network: true })).not.toContain('--unshare-net')
})
