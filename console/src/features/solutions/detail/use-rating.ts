import { outcomes } from '@podium/contract/rules.ts'
import {
  listSolutions,
  type Rating,
  rateSolution,
  readSolution,
  type Solution,
} from '@podium/contract/solutions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../../api/call.ts'
import { q } from '../../../api/query.ts'
import { useFailure } from '../../../api/use-failure.ts'

/** Gives stars: they show at once, and what was there before comes back if the server refuses them. */
export function useRating({ id, rating }: Solution): (stars: number) => Promise<void> {
  const queries = useQueryClient()
  const showFailure = useFailure()
  const newest = useRef(0)
  /** as the server said last; undefined while nothing is under way */
  const settled = useRef<Rating>(undefined)

  function show(shown: Rating) {
    const { queryKey } = q(readSolution, { params: { id } })
    queries.setQueryData<Solution>(queryKey, (solution) => solution && { ...solution, rating: shown })
  }

  return async (stars) => {
    newest.current += 1
    const turn = newest.current
    settled.current ??= rating
    show(rated(rating, stars))
    try {
      const answer = await call(rateSolution, { params: { id }, body: { stars } })
      settled.current = answer
      if (turn === newest.current) show(answer)
      void queries.invalidateQueries({ queryKey: [listSolutions.id] })
    } catch (error) {
      if (turn !== newest.current) return
      show(settled.current)
      await showFailure(outcomes.save.failed, error)
    } finally {
      if (turn === newest.current) settled.current = undefined
    }
  }
}

/** The rating once the person's stars are counted in place of those they gave before. */
export function rated({ mean, count, own }: Rating, stars: number): Rating {
  const others = own === null ? count : count - 1
  const sum = mean * count - (own ?? 0)
  return { mean: (sum + stars) / (others + 1), count: others + 1, own: stars }
}
