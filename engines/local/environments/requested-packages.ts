import type { EnvironmentList } from '@podium/contract/calls/environment-packages.ts'
import type { AskedPlace } from '@podium/contract/python-packages/asked-places.ts'
import { plainName } from '@podium/contract/python-packages/package-name.ts'

/** The packages that a run's source requests. */
export interface RequestedPackages {
  /** the file that names the packages */
  file: string
  /** the folder of the project; '' for the source itself */
  folder: string
  asks: AskedPlace[]
  /** lines of the project's own file with requirements that only its build can confirm */
  project_lines: AskedPlace[]
}

type Installed = EnvironmentList['packages'][number]

/**
 * Returns the packages with the places in the source that request each. pip reports the requested ones; for other
 * tools, names in the files tell. Requirements of an installed project are requested by its files.
 */
export function withRequests(
  packages: readonly Installed[],
  { file, folder, asks, project_lines }: RequestedPackages,
) {
  const ownPath = folder === '' ? './' : `./${folder.replace(/\/$/, '')}`
  const projects = new Set(packages.filter(({ source }) => source === ownPath).map(({ name }) => name))

  function placesOf({ name, source, asked_by, is_requested }: Installed): string[] {
    const ofProject = asked_by.some((asker) => projects.has(asker))
    const named = asks.filter(
      (ask) => ask.name === plainName(name) || (ask.path !== '' && ask.path === source),
    )
    const isRequested = ofProject || (is_requested ?? (named.length > 0 || asked_by.length === 0))
    if (!isRequested) return []
    const own = ofProject ? project_lines.filter((line) => line.name === plainName(name)) : []
    const places = new Set([...named, ...own].map(({ place }) => place))
    return places.size > 0 ? [...places] : [file]
  }

  return packages.map(({ is_requested, ...one }) => ({
    ...one,
    asked_in: placesOf({ ...one, ...(is_requested !== undefined && { is_requested }) }),
  }))
}
