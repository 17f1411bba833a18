import { describe, expect, test } from 'vitest'
import { StartRefused } from '../engine.ts'
import { admitRun, largestRun, nodeOf } from './admission.ts'

const machine = { cpu: 4, memory_mib: 8704, gpu: 0 }
const resources = (cpu: number, memory_mib: number, gpu = 0) => ({ cpu, memory_mib, gpu })

test('leaves a quarter of a CPU and 512 MiB to the server beside the largest run', () => {
  expect(largestRun(machine)).toEqual(resources(3.75, 8192))
})

test("reports the machine's CPU as a node in the shares that runs are granted", () => {
  const inUse = [resources(3, 4096), resources(3, 2048)]
  expect(nodeOf(machine, inUse, null)).toMatchObject({
    refusal: null,
    instance_type: '4cpu-8gib',
    capacity: resources(8, 8192),
    free: resources(2, 2048),
  })
})

describe('a run', () => {
  test.each([
    ['gets what it asks for', resources(1, 1024), [], resources(1, 1024)],
    ['above the machine gets the machine', resources(64, 262_144), [], resources(3.75, 8192)],
    ['fits beside others in memory', resources(1, 4096), [resources(1, 4096)], resources(1, 4096)],
    [
      'may share the cores, up to twice',
      resources(2, 256),
      [resources(3, 256), resources(3, 256)],
      resources(2, 256),
    ],
  ])('%s', (_, asked, inUse, granted) => {
    expect(admitRun(machine, asked, inUse)).toEqual({ fits: true, granted })
  })

  test('waits for memory that is in use, and says so', () => {
    const waits_for = 'Waits for memory: 6.0 GiB of 8.0 GiB in use, this run needs 4.0 GiB.'
    const admission = admitRun(machine, resources(1, 4096), [resources(1, 6144)])
    expect(admission).toEqual({ fits: false, granted: resources(1, 4096), lacks: 'share', waits_for })
  })

  test('waits for CPU beyond twice the cores, and says so', () => {
    const waits_for = 'Waits for CPU: 7 of 8 vCPU promised, this run needs 2.'
    const inUse = [resources(3.5, 256), resources(3.5, 256)]
    expect(admitRun(machine, resources(2, 256), inUse)).toMatchObject({ fits: false, waits_for })
  })

  test('is refused if it needs a GPU and there is none', () => {
    expect(() => admitRun(machine, resources(1, 256, 1), [])).toThrow(StartRefused)
    expect(() => admitRun(machine, resources(1, 256, 1), [])).toThrow('This machine has no GPU')
  })

  test('waits for a GPU that is in use', () => {
    const withGpu = { ...machine, gpu: 1 }
    expect(admitRun(withGpu, resources(1, 256, 4), [])).toEqual({ fits: true, granted: resources(1, 256, 1) })
    const waits_for = 'Waits for a GPU: 1 of 1 in use, this run needs 1.'
    expect(admitRun(withGpu, resources(1, 256, 1), [resources(1, 256, 1)])).toMatchObject({
      fits: false,
      waits_for,
    })
  })
})
