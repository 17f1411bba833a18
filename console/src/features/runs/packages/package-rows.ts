import type { ReplyOf } from '@podium/contract/call.ts'
import { plainName } from '@podium/contract/python-packages/package-name.ts'
import type { readPackages } from '@podium/contract/run-packages.ts'
import { holdsText } from '../../../format/holds-text.ts'
import { NOTHING } from '../../../format/nothing.ts'

export type Packages = ReplyOf<typeof readPackages>

export interface PackageRow {
  name: string
  /** null where the run does not have it any more */
  version: string | null
  /** what the earlier run had, null where it had none; undefined where nothing differs */
  before: string | null | undefined
  /** the earlier run had the same version from another place */
  isElsewhere: boolean
  /** what asks for it: packages, else the file of the source */
  asked_by: readonly string[]
  from: string
  size: number | null
}

/** The packages of the run and those that it has no more, in order of name: those that differ, and the others. */
export function packageRows({ packages, differences, file }: Packages) {
  const differing = new Map(differences.map((one) => [plainName(one.name), one]))
  const here = packages.map(({ name, version, source, asked_by, size }): PackageRow => {
    const difference = differing.get(plainName(name))
    return {
      name,
      version,
      before: difference?.before,
      isElsewhere: difference !== undefined && difference.now !== null && difference.now !== version,
      asked_by: asked_by.length > 0 ? asked_by : [file],
      from: source ?? 'Package index',
      size,
    }
  })
  const gone = differences
    .filter(({ now }) => now === null)
    .map(
      ({ name, before }): PackageRow => ({
        name,
        version: null,
        before,
        isElsewhere: false,
        asked_by: [],
        from: NOTHING,
        size: null,
      }),
    )
  return {
    differing: [...here.filter(({ before }) => before !== undefined), ...gone],
    alike: here.filter(({ before }) => before === undefined),
  }
}

/** The rows whose name, version, askers or origin have the text. */
export function matching(rows: readonly PackageRow[], text: string): PackageRow[] {
  return rows.filter(({ name, version, asked_by, from }) =>
    [name, version ?? '', ...asked_by, from].some((one) => holdsText(one, text)),
  )
}
