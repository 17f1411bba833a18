import { fail } from '@podium/contract/errors.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { holdSolution } from './repository.ts'

/** Holds the solution, so that of two ratings the second one counts the first, and answers the account's stars. */
export async function lockRatings(
  tx: Transaction,
  solution: string,
  account: string,
): Promise<number | null> {
  await holdSolution(tx, solution)
  const found = await tx.execute<{ stars: number }>(sql`
    select stars from solution_ratings where solution_id = ${solution} and account_id = ${account}`)
  return found.rows[0]?.stars ?? null
}

/** Mean and count stand beside the stars, so that lists can be sorted by them. An edit does not grow stale by it. */
export async function keepStars(
  tx: Transaction,
  solution: string,
  account: string,
  stars: number,
): Promise<{ mean: number; count: number }> {
  await tx.execute(sql`
    insert into solution_ratings (solution_id, account_id, stars) values (${solution}, ${account}, ${stars})
    on conflict (solution_id, account_id) do update set stars = excluded.stars, updated_at = now()`)
  const kept = await tx.execute<{ mean: number; count: number }>(sql`
    update solutions set (rating_mean, rating_count) = (
      select avg(stars)::float8, count(*)::int from solution_ratings where solution_id = ${solution})
    where id = ${solution} returning rating_mean as mean, rating_count as count`)
  return kept.rows[0] ?? fail('NOT.FOUND')
}
