import * as z from 'zod/mini'
import { installedPackage, MAX_PACKAGES, packageList, packageWarning } from './run-packages.ts'

/** The list of an environment, stored in its folder for all runs that use it. */
export const environmentList = z.extend(packageList, {
  packages: z
    .array(
      z.extend(installedPackage, {
        /** true if the tool was asked for it by name; null if the tool does not say */
        is_requested: z.optional(z.nullable(z.boolean())),
      }),
    )
    .check(z.maxLength(MAX_PACKAGES)),
})
export type EnvironmentList = z.infer<typeof environmentList>

/** The warnings of indexes about the packages of an environment, by plain package name. */
export const packageStatuses = z.record(z.string(), z.array(packageWarning))
export type PackageStatuses = z.infer<typeof packageStatuses>
