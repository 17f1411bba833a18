import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContainerState } from '../resources.ts'
import { kindOf, now, type Stored } from './cluster-objects.ts'
import type { FakeCluster } from './fake-cluster.ts'
import type { Controllers } from './fake-controllers.ts'

interface Container {
  name: string
  command: string[]
  volumeMounts?: { name: string; mountPath: string }[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[]
}

interface PodSpec {
  volumes: { name: string; secret?: { secretName: string; items: { key: string; path: string }[] } }[]
  initContainers: Container[]
  containers: Container[]
}

interface Running {
  folder: string
  states: Map<string, ContainerState>
  processes: Map<string, ChildProcess>
  /** true: no further container is started */
  isEnding: boolean
  done: Promise<void>
}

export interface FakeKubelet {
  /** Kills all processes of the container at once for lack of memory. */
  outOfMemory(pod: Stored): Promise<void>
  /** Evicts the pod, as a node does that runs out of a resource. */
  evict(pod: Stored, message: string): Promise<void>
  close(): Promise<void>
}

const FOLDER = '/podium'
const NODE = 'node-1'

/**
 * A node that runs the containers of pods as processes of this machine, sequentially and concurrently as Kubernetes
 * does, with a folder as their shared volume.
 * @param programOf returns the program instead of a container's command, e.g. if its path differs here
 */
export function runKubelet(
  cluster: FakeCluster,
  controllers: Controllers,
  programOf: (command: string[]) => string[] = (command) => command,
): FakeKubelet {
  const { objects } = cluster
  const pods = new Map<string, Running>()
  const allocatable = { cpu: '64', memory: '64Gi' }
  objects.create(kindOf('nodes'), { metadata: { name: NODE }, status: { allocatable } })

  const stop = objects.onChange(({ type, of, object }) => {
    if (of.plural === 'pods' && type === 'ADDED') queueMicrotask(() => begin(object))
  })
  controllers.onEnd(endPod)

  function begin(pod: Stored): void {
    const running: Running = {
      folder: '',
      states: new Map(),
      processes: new Map(),
      isEnding: false,
      done: Promise.resolve(),
    }
    pods.set(pod.metadata.uid, running)
    running.done = run(pod, running).finally(() => rm(running.folder, { recursive: true, force: true }))
  }

  async function run(pod: Stored, running: Running): Promise<void> {
    const { initContainers, containers } = pod.spec as unknown as PodSpec
    running.folder = await mkdtemp(join(tmpdir(), 'podium-pod-'))
    objects.change('pods', pod, (copy) => Object.assign(copy.spec as object, { nodeName: NODE }))
    tell(pod, running, 'Pending')
    for (const container of initContainers)
      if (running.isEnding || (await start(pod, running, container, 'Pending')) !== 0) {
        return tell(pod, running, 'Failed')
      }
    if (running.isEnding) return tell(pod, running, 'Failed')
    const codes = await Promise.all(containers.map((each) => start(pod, running, each, 'Running')))
    tell(pod, running, codes.every((code) => code === 0) ? 'Succeeded' : 'Failed')
  }

  async function start(
    pod: Stored,
    running: Running,
    container: Container,
    phase: 'Pending' | 'Running',
  ): Promise<number> {
    const within = (text: string) => text.replaceAll(FOLDER, running.folder)
    const [program = '', ...args] = programOf(container.command.map(within))
    const env = Object.fromEntries(
      (container.env ?? []).map(({ name, value, valueFrom }) => [
        name,
        within(value ?? secretOf(pod, valueFrom?.secretKeyRef)),
      ]),
    )
    await mountSecrets(pod, container, within)
    const path = { PATH: process.env.PATH ?? '' }
    const child = spawn(program, args, { cwd: running.folder, env: { ...path, ...env }, detached: true })
    running.processes.set(container.name, child)
    const startedAt = now()
    running.states.set(container.name, { running: { startedAt } })
    tell(pod, running, phase)
    const log = (bytes: Buffer) => {
      if (container.name === 'main')
        cluster.logs.set(pod.metadata.name, (cluster.logs.get(pod.metadata.name) ?? '') + bytes.toString())
    }
    child.stdout.on('data', log)
    child.stderr.on('data', log)
    const [code, signal] = await once(child, 'exit')
    kill(child, 'SIGKILL')
    const exitCode = code ?? (signal === 'SIGKILL' ? 137 : 143)
    // It may have been reported as out of memory already.
    if (running.states.get(container.name)?.terminated === undefined)
      running.states.set(container.name, { terminated: { exitCode, startedAt, finishedAt: now() } })
    tell(pod, running, phase)
    return exitCode
  }

  async function mountSecrets(
    pod: Stored,
    { volumeMounts = [] }: Container,
    within: (text: string) => string,
  ): Promise<void> {
    const { volumes } = pod.spec as unknown as PodSpec
    for (const { name, mountPath } of volumeMounts) {
      const secret = volumes.find((volume) => volume.name === name)?.secret
      if (!secret) continue
      await mkdir(within(mountPath), { recursive: true })
      for (const { key, path } of secret.items)
        await writeFile(join(within(mountPath), path), secretOf(pod, { name: secret.secretName, key }))
    }
  }

  function secretOf(pod: Stored, of: { name: string; key: string } | undefined): string {
    const secret = objects.find('secrets', pod.metadata.namespace ?? null, of?.name ?? '')
    return (secret?.stringData as Record<string, string> | undefined)?.[of?.key ?? ''] ?? ''
  }

  function tell(pod: Stored, { states }: Running, phase: string, more: object = {}): void {
    const { initContainers, containers } = pod.spec as unknown as PodSpec
    const statuses = (of: Container[]) =>
      of.map(({ name }) => ({ name, state: states.get(name) ?? { waiting: { reason: 'PodInitializing' } } }))
    const status = {
      phase,
      initContainerStatuses: statuses(initContainers),
      containerStatuses: statuses(containers),
      conditions: [
        { type: 'PodScheduled', status: 'True', lastTransitionTime: pod.metadata.creationTimestamp },
      ],
    }
    objects.change('pods', pod, (copy) => {
      // Keeps the node's reason for the pod as a whole.
      if ((copy.status as { reason?: string }).reason === undefined) copy.status = { ...status, ...more }
    })
  }

  async function endPod(pod: Stored, graceSeconds: number): Promise<void> {
    const running = pods.get(pod.metadata.uid)
    if (!running) return
    running.isEnding = true
    for (const child of running.processes.values()) if (child.exitCode === null) child.kill('SIGTERM')
    const timer = setTimeout(() => killAll(running), graceSeconds * 1000)
    await running.done
    clearTimeout(timer)
  }

  function killAll(running: Running): void {
    running.isEnding = true
    for (const child of running.processes.values()) kill(child, 'SIGKILL')
  }

  return {
    async outOfMemory(pod) {
      const running = pods.get(pod.metadata.uid)
      const main = running?.processes.get('main')
      if (!running || !main) throw new Error('The pod has no main container.')
      const startedAt = running.states.get('main')?.running?.startedAt ?? now()
      const terminated = { exitCode: 137, reason: 'OOMKilled', startedAt, finishedAt: now() }
      running.states.set('main', { terminated })
      kill(main, 'SIGKILL')
    },
    async evict(pod, message) {
      const running = pods.get(pod.metadata.uid)
      if (!running) throw new Error('The pod is not here.')
      tell(pod, running, 'Failed', { reason: 'Evicted', message, containerStatuses: [] })
      killAll(running)
      await running.done
    },
    async close() {
      stop()
      for (const running of pods.values()) killAll(running)
      await Promise.all([...pods.values()].map(({ done }) => done))
    },
  }
}

/** Kills the process and its children. */
function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // it has ended
  }
}
