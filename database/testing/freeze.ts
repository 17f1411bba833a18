// Writes the fixture of a release: the newest recorded database, migrated. `npx tsx database/testing/freeze.ts 0.2.0`
import { startEmbeddedPostgres } from '../embedded.ts'
import { migrate } from '../migrate.ts'
import { withMigrationsUpTo } from '../schema-version.ts'
import { quietLog } from './quiet-log.ts'
import { putRelease, readRelease, releasedVersions, rowsOf, writeRelease } from './release.ts'
import { temporaryHome } from './temporary-home.ts'
import { withClient } from './with-client.ts'

const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Name the release, e.g. 0.2.0.')
const newest = await readRelease((await releasedVersions()).at(-1) ?? '')
const { home, remove } = await temporaryHome()
const postgres = await startEmbeddedPostgres({ home, log: quietLog })
try {
  await withMigrationsUpTo(newest.migrations.at(-1)?.tag ?? '', (folder) => migrate({ ...postgres, folder }))
  await withClient(postgres.owner, (client) => putRelease(client, newest))
  await migrate(postgres)
  await withClient(postgres.owner, async (client) => {
    await writeRelease(version, client)
    const empty = Object.entries(await rowsOf(client)).filter(([, rows]) => rows.length === 0)
    for (const [table] of empty)
      console.log(`${table} has no row yet: add a line '${table} {…}' to the file.`)
  })
} finally {
  await postgres.stop()
  await remove()
}
