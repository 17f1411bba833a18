import { limits } from '@podium/contract/rules.ts'
import type { Solution } from '@podium/contract/solutions.ts'
import { useWhyNot } from '../../../session/use-caller.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { StarButtons } from '../../../ui/button/star-buttons.tsx'
import { ratingWords } from '../../../ui/drawing/stars.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { useRating } from './use-rating.ts'

/** What the members think of the solution, and the own stars, which can be given again. */
export function RatingCard({ solution }: { solution: Solution }) {
  const { rating } = solution
  const give = useRating(solution)
  const whyNot = useWhyNot('solution.rate')
  return (
    <Card title="Rating">
      <div className={layout.stackTight}>
        <StarButtons
          label="Your rating"
          value={rating.own}
          onChange={(stars) => void give(stars)}
          reason={whyNot}
        />
        <p className={text.small}>{ratingWords(rating)}</p>
        <p role="status" className={`${text.small} ${text.muted}`}>
          {rating.own === null ? 'You gave none.' : `You gave ${rating.own} of ${limits.rating}.`}
        </p>
      </div>
    </Card>
  )
}
