import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { id, workspaceQuery } from '../wire/shapes.ts'
import { registerArchive, registered } from './solutions.ts'

/** More packages than any program needs. A larger environment has no list. */
export const MAX_PACKAGES = 10_000
/** Counting runs with the same packages stops here. */
export const MAX_SHARING = 1000
const LONGEST_NAME = 200
const LONGEST_SOURCE = 2000
const LONGEST_PLACE = 5000
export const LONGEST_REASON = 500

/** A name or a version, as package tools write them. */
const word = z.string().check(z.regex(/^[A-Za-z0-9][\w.!+-]*$/), z.maxLength(LONGEST_NAME))

/** An index's warning about one version (`withdrawn`) or about all versions of a package (the others). */
export const packageWarning = z.object({
  kind: z.enum(['withdrawn', 'deprecated', 'archived', 'quarantined']),
  /** in the words of its authors or of the index; null if they give none */
  reason: z.nullable(z.string().check(z.maxLength(LONGEST_REASON))),
})
export type PackageWarning = z.infer<typeof packageWarning>

/**
 * One package of an environment. `source` is null if it came from a package index, else the address or folder it came
 * from, with `***` in place of passwords and tokens. `asked_by` names the installed packages that require it. `size` is
 * in bytes. Older lists lack the optional fields.
 */
export const installedPackage = z.object({
  name: word,
  version: word,
  source: z.nullable(z.string().check(z.regex(/^[!-~]+$/), z.maxLength(LONGEST_SOURCE))),
  asked_by: z.array(word),
  size: z.int().check(z.nonnegative()),
  /** places in the source's files that ask for it, such as 'requirements.txt line 2'; empty for a dependency */
  asked_in: z.optional(z.array(z.string().check(z.maxLength(LONGEST_PLACE)))),
  /** the host of the package index that it came from, such as 'pypi.org'; null if unknown */
  index: z.optional(z.nullable(z.string().check(z.maxLength(LONGEST_NAME)))),
  warnings: z.optional(z.array(packageWarning)),
  /** true while the index has not said whether it warns of the package */
  awaits_index: z.optional(z.boolean()),
})
export type InstalledPackage = z.infer<typeof installedPackage>

/**
 * The downloads of an installation and the time it took. All are 0 if the packages were installed for an earlier run.
 * `bytes` is null if the tool does not report them.
 */
export const fetchedPackages = z.object({
  packages: z.int().check(z.nonnegative()),
  bytes: z.nullable(z.int().check(z.nonnegative())),
  seconds: z.int().check(z.nonnegative()),
})
export type FetchedPackages = z.infer<typeof fetchedPackages>

/** The packages of an environment, with the tool that installed them, its source file, and the Python version. */
export const packageList = z.object({
  /** such as 'pip 25.3' */
  tool: z.string().check(z.regex(/^[ -~]+$/), z.maxLength(LONGEST_NAME)),
  /** such as 'requirements.txt' */
  file: z.string().check(z.regex(/^[ -~]+$/), z.maxLength(LONGEST_NAME)),
  /** such as '3.12.8' */
  python: z.string().check(z.regex(/^[ -~]+$/), z.maxLength(LONGEST_NAME)),
  /** the versions of Python that the source asks for, such as '>=3.11' */
  requires_python: z.optional(z.string().check(z.maxLength(LONGEST_NAME))),
  fetched: z.optional(fetchedPackages),
  /** in order of name */
  packages: z.array(installedPackage).check(z.maxLength(MAX_PACKAGES)),
})
export type PackageList = z.infer<typeof packageList>

/**
 * A package that differs between two lists, with its version in each, and its source if the versions are the same. A
 * list without the package has null.
 */
const packageDifference = z.object({
  name: z.string(),
  before: z.nullable(z.string()),
  now: z.nullable(z.string()),
})
export type PackageDifference = z.infer<typeof packageDifference>

export const readPackages = route({
  id: 'readPackages',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/packages',
  summary:
    'The Python packages that a run had, and what differs from the run that it repeats, else from the one before it in its stream',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: ['run'],
  params: z.object({ id: z.string() }),
  query: workspaceQuery,
  reply: z.extend(packageList, {
    /** the run of the comparison; null if no earlier run of the stream has a list */
    compared_with: z.nullable(z.object({ id, name: z.string() })),
    differences: z.array(packageDifference),
    /** runs with this list, the newest ones by name; more than 1000 are counted as 1001 */
    shared_by: z.object({
      total: z.int().check(z.nonnegative()),
      runs: z.array(z.object({ id, name: z.string(), fetched: z.nullable(fetchedPackages) })),
    }),
  }),
  errors: ['RUN.NO_PACKAGES'],
})

/**
 * The new version has the metadata and source of the run's version, and a `requirements.txt` with the run's packages in
 * exactly their versions. Options of the previous `requirements.txt` that say where packages are found stay.
 */
export const pinPackages = route({
  id: 'pinPackages',
  method: 'POST',
  path: '/api/v1/streamhistories/{id}/packages/pin',
  summary: "Register the next version of the run's solution, with exactly the packages that the run had",
  allow: 'solution.register',
  scope: { run: 'id' },
  touches: ['solution', 'object'],
  params: z.object({ id: z.string() }),
  query: workspaceQuery,
  reply: registered,
  errors: ['RUN.NO_PACKAGES', 'RUN.PIN', ...registerArchive.errors],
})
