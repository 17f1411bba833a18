import { limits, outcomes } from '@podium/contract/rules.ts'
import { type Rating, rateSolution, readSolution, type Solution } from '@podium/contract/solutions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { useNewestChange } from '../../../record/use-newest-change.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { ratingWords, StarButtons } from '../../../ui/drawing/stars.tsx'
import { Card } from '../../../ui/layout/card.tsx'

/**
 * What the members think of the solution, and the own stars, which can be given again: they show at once, and what was
 * there before comes back if the server refuses them.
 */
export function RatingCard({ solution: { id, rating: stored } }: { solution: Solution }) {
  const queries = useQueryClient()
  const disabledReason = useDisabledReason('solution.rate')
  const [sent, setSent] = useState<number>()
  const rating = sent === undefined ? stored : rated(stored, sent)
  const forget = (stars: number) => setSent((newest) => (newest === stars ? undefined : newest))
  const rate = useNewestChange({
    change: (stars: number, send) => send(rateSolution, { params: { id }, body: { stars } }),
    onDone(answer, stars) {
      const { queryKey } = q(readSolution, { params: { id } })
      queries.setQueryData<Solution>(queryKey, (solution) => solution && { ...solution, rating: answer })
      forget(stars)
    },
    tell: () => undefined,
    failed: outcomes.save.failed,
    onRefused(_, stars) {
      forget(stars)
      return false
    },
  })

  function give(stars: number) {
    setSent(stars)
    void rate(stars)
  }

  return (
    <Card title="Rating">
      <div className={layout.stackTight}>
        <StarButtons label="Your rating" value={rating.own} onChange={give} disabledReason={disabledReason} />
        <p className={text.small}>{ratingWords(rating)}</p>
        <p role="status" className={`${text.small} ${text.muted}`}>
          {rating.own === null ? 'You gave none.' : `You gave ${rating.own} of ${limits.rating}.`}
        </p>
      </div>
    </Card>
  )
}

/** The rating once the person's stars are counted in place of those they gave before. */
export function rated({ mean, count, own }: Rating, stars: number): Rating {
  const others = own === null ? count : count - 1
  const sum = mean * count - (own ?? 0)
  return { mean: (sum + stars) / (others + 1), count: others + 1, own: stars }
}
