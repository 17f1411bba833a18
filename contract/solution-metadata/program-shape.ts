import * as z from 'zod/mini'
import { ARGUMENT_FORMS } from './program.ts'

/**
 * What a run starts instead of its version's own program, in `arguments` with its parameters, as metadata.json of a
 * version has it. `working_directory` is below the source; the files of the data set `files_uri` are laid over it.
 */
export const program = z.strictObject({
  command: z.array(z.string()).check(z.minLength(1)),
  arguments: z.optional(
    z.union([
      z.enum(ARGUMENT_FORMS),
      z
        .array(
          z.union([
            z.string(),
            z.strictObject({
              name: z.string(),
              flag: z.optional(z.string()),
              off: z.optional(z.string()),
              each: z.optional(z.literal(true)),
              joined: z.optional(z.literal(true)),
              text: z.optional(z.union([z.string(), z.array(z.string())])),
            }),
          ]),
        )
        .check(z.maxLength(1000)),
    ]),
  ),
  working_directory: z.optional(z.string()),
  files_uri: z.optional(z.string()),
})
