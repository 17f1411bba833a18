// Runs the tests that need a package index, a cluster, several Nodes or half an hour, in parts. Plain Node.
import { missingPrograms } from './programs.mjs'
import { refuseMissing, run, summarize } from './suites.mjs'

const PLAYWRIGHT = ['node_modules/.bin/playwright', 'test', '-c']

const PARTS = {
  nodes: ['Unit, UI and API tests on each Node', process.execPath, 'scripts/suites/nodes.mjs'],
  packages: ['Packages from the package index', 'scripts/suites/packages.sh'],
  folders: ['Folders as people have them', ...PLAYWRIGHT, 'e2e/own-folders.config.ts'],
  accessibility: ['The accessibility of every screen', ...PLAYWRIGHT, 'e2e/accessibility.config.ts'],
  rebuild: ['Two builds are the same', process.execPath, 'scripts/suites/rebuild.mjs'],
  kubernetes: ['The Kubernetes engine on a real cluster', 'scripts/suites/kubernetes.sh'],
}

/** Parts of which only some test files can be run: `packages:failures` runs those with that word in their names. */
const BY_FILES = ['packages', 'accessibility']

/** Runs the named parts, or all, and returns the exit code. A missing program is an error. */
export async function runNightly(names) {
  for (const name of names) refuseUnknown(name)
  refuseMissing(missingPrograms())
  const results = []
  for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
    const [part, ...words] = name.split(':')
    const [title, ...command] = PARTS[part]
    console.log(`\n— ${title}`)
    const result = await run([...command, ...words])
    results.push({ title, ...result })
    if (result.stopped) break
  }
  console.log('')
  return summarize(results)
}

function refuseUnknown(name) {
  const [part, ...words] = name.split(':')
  if (!Object.hasOwn(PARTS, part))
    throw new Error(`There is no part '${part}' of nightly: use ${Object.keys(PARTS).join(', ')}.`)
  if (words.length > (BY_FILES.includes(part) ? 1 : 0))
    throw new Error(`'${name}' names no part of nightly: only ${BY_FILES.join(' and ')} run by files.`)
}
