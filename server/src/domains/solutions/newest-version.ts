import type { Metadata } from '@podium/contract/metadata.ts'
import { isObject } from '@podium/contract/metadata-json.ts'
import type { Handle } from '@podium/database/connect.ts'
import { solutionVersions } from '@podium/database/schema/solutions.ts'
import { desc, eq, type SQL, sql } from 'drizzle-orm'

/** As much of an overview as a list shows. */
const OVERVIEW = 500
const TITLE = 200

/** What is kept beside a solution because lists look for it: columns of `solutions`, from its newest version. */
export function listedOf({ name, description, pipeline }: Metadata): SQL {
  const { title, overview } = isObject(description) ? description : { title: '', overview: description }
  const words = [name, beginningOf(title, TITLE), beginningOf(overview, OVERVIEW)].filter(
    (text) => text !== '',
  )
  const pipelines = pipeline.map(({ type }) => type)
  return sql`pipelines = ${sql.param(pipelines)}::text[], search_text = lower(${words.join('\n')})`
}

/** After a version went: another one may be the newest now. */
export async function noteNewestVersion(db: Handle, solution: string): Promise<void> {
  const [newest] = await db
    .select({ metadata: solutionVersions.metadata_json })
    .from(solutionVersions)
    .where(eq(solutionVersions.solution_id, solution))
    .orderBy(desc(solutionVersions.version_num))
    .limit(1)
  if (newest)
    await db.execute(sql`
      update solutions set ${listedOf(newest.metadata)} where id = ${solution}`)
}

function beginningOf(value: unknown, length: number): string {
  return typeof value === 'string' ? [...value.slice(0, 2 * length)].slice(0, length).join('') : ''
}
