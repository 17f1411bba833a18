// Lists the programs that tests need beside Node, and the missing ones. Plain Node, no dependency: before anything is
// installed, `.ci/run` starts it, and it prints the tag and the Debian packages of each missing program.
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isProgram, locateChromium } from '../chromium.mjs'
import { locateFirefox } from '../firefox.mjs'

/** Debian installs servers on root's PATH only. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

/**
 * By the tag of the tests that need them. All browser journeys need Chromium, and all tests in Firefox need it. Those
 * with `isForLong` are needed only for the long form.
 */
const PROGRAMS = {
  chromium: {
    name: 'Chromium',
    packages: ['chromium-headless-shell'],
    isHere: () => locateChromium() !== null,
  },
  firefox: {
    name: 'Firefox',
    packages: ['firefox-esr'],
    isHere: () => locateFirefox() !== null,
    isForLong: true,
  },
  python: { name: 'Python 3', packages: ['python3'], commands: ['python3'] },
  pip: { name: 'pip', packages: ['python3-pip'], isHere: () => runs('python3', ['-m', 'pip', '--version']) },
  compiler: { name: 'a C compiler', packages: ['gcc', 'libc6-dev'], commands: ['cc'] },
  ps: { name: 'ps', packages: ['procps'], commands: ['ps'] },
  git: { name: 'Git', packages: ['git'], commands: ['git'] },
  openssl: { name: 'OpenSSL', packages: ['openssl'], commands: ['openssl'] },
  bubblewrap: { name: 'bubblewrap', packages: ['bubblewrap'], commands: ['bwrap'] },
  slapd: { name: 'OpenLDAP', packages: ['slapd'], commands: ['slapd', 'slapadd'] },
  exim: { name: 'Exim', packages: ['exim4-daemon-light'], commands: ['exim4'] },
  prometheus: { name: 'Prometheus', packages: ['prometheus'], commands: ['prometheus', 'promtool'] },
  // Started by scripts/swift.sh.
  swift: {
    name: 'OpenStack Swift',
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
    commands: ['proxy', 'account', 'container', 'object']
      .map((part) => `swift-${part}-server`)
      .concat('memcached'),
  },
  // Started by scripts/slurm.sh.
  slurm: {
    name: 'Slurm',
    packages: ['slurmctld', 'slurmd', 'slurm-client', 'munge'],
    commands: ['slurmctld', 'slurmd', 'sbatch', 'munged'],
  },
  // Used by scripts/go-s3.sh to build its servers. The version of Debian 12 is too old.
  go: { name: 'Go 1.26 or newer', packages: [], isHere: buildsServers, isForLong: true },
  pgbouncer: { name: 'PgBouncer', packages: ['pgbouncer'], commands: ['pgbouncer'], isForLong: true },
  nginx: { name: 'nginx', packages: ['nginx'], commands: ['nginx'], isForLong: true },
  apache: { name: 'Apache', packages: ['apache2'], commands: ['apache2'], isForLong: true },
  haproxy: { name: 'HAProxy', packages: ['haproxy'], commands: ['haproxy'], isForLong: true },
  caddy: { name: 'Caddy', packages: ['caddy'], commands: ['caddy'], isForLong: true },
  // The version of Debian 12 is too old for the overlays of deploy/kubernetes.
  kubectl: { name: 'kubectl 1.22 or newer', packages: [], isHere: rendersOverlays },
}

export const PROGRAM_TAGS = Object.keys(PROGRAMS)

/**
 * Returns the missing programs: the tag of their tests, their name, and their Debian packages.
 * @param isLong includes those for the long form
 */
export function missingPrograms({ isLong = process.env.PODIUM_LONG === '1' } = {}) {
  return Object.entries(PROGRAMS)
    .filter(([, { isForLong = false }]) => isLong || !isForLong)
    .filter(([, { commands, isHere = () => commands.every(isCommand) }]) => !isHere())
    .map(([tag, { name, packages }]) => ({ tag, name, packages }))
}

/** Says how to install them: one command, and the names of those that Debian lacks. */
export function howToInstall(missing) {
  const packages = missing.flatMap((program) => program.packages)
  const others = missing.filter((program) => program.packages.length === 0).map(({ name }) => name)
  const command = packages.length > 0 ? [`apt-get install --no-install-recommends ${packages.join(' ')}`] : []
  return [...command, ...others].join(', and ')
}

function isCommand(name) {
  return FOLDERS.some((folder) => isProgram(join(folder, name)))
}

function runs(program, args) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

function buildsServers() {
  const { stdout } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' })
  const [, minor] = /^go1\.(\d+)/.exec(stdout ?? '') ?? []
  return Number(minor) >= 26
}

/** True if kubectl has Kustomize 4, whose first release had this option. */
function rendersOverlays() {
  const { status, stdout } = spawnSync('kubectl', ['kustomize', '--help'], { encoding: 'utf8' })
  return status === 0 && stdout.includes('--load-restrictor')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const { tag, packages } of missingPrograms()) console.log(tag, ...packages)
