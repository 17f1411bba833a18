import type { Solution } from '@podium/contract/solutions.ts'
import { useId, useState } from 'react'
import { formatVersion } from '../../../format/version.ts'
import { classNames } from '../../../ui/class-names.ts'
import { plainText } from '../../../ui/code/markdown-plain.ts'
import choice from '../../../ui/form/choice.module.css'
import { Select } from '../../../ui/form/select.tsx'
import styles from './solution-cards.module.css'
import type { ChosenVersion } from './wizard-search.ts'

interface SolutionCardsProps {
  solutions: readonly Solution[]
  chosen: ChosenVersion | undefined
  onChoose: (solution: string, version: number) => void
}

/** A card for each solution, with its versions; choosing a version chooses its solution, and stays on its card. */
export function SolutionCards({ solutions, chosen, onChoose }: SolutionCardsProps) {
  const name = useId()
  const [picked, setPicked] = useState<Record<string, number>>({})

  function choose(solution: string, version: number) {
    setPicked((before) => ({ ...before, ...(chosen && { [chosen.id]: chosen.n }), [solution]: version }))
    onChoose(solution, version)
  }
  return (
    <fieldset className={styles.cards}>
      <legend className={choice.hidden}>AI solution</legend>
      {solutions.map((solution) => {
        const { id, overview, versions } = solution
        const isChosen = chosen?.id === id
        const version = (isChosen ? chosen.n : picked[id]) ?? versions[0]?.version_num ?? 1
        const pipelines = versions.find(({ version_num }) => version_num === version)?.pipelines ?? []
        return (
          <div key={id} className={classNames(styles.card, isChosen && styles.chosen)}>
            <label className={styles.pick}>
              <input
                type="radio"
                name={name}
                checked={isChosen}
                onChange={() => choose(id, version)}
                className={classNames(choice.box, choice.round)}
              />
              <b className={styles.name} title={solution.name}>
                {solution.name}
              </b>
            </label>
            <p className={styles.overview}>{plainText(overview)}</p>
            <div className={styles.foot}>
              <span className={styles.pipelines}>{pipelines.join(', ')}</span>
              <Select
                small
                aria-label={`Version of ${solution.name}`}
                className={styles.version}
                value={String(version)}
                options={versions.map(({ version_num }) => ({
                  value: String(version_num),
                  label: formatVersion(version_num),
                }))}
                onChange={(event) => choose(id, Number(event.currentTarget.value))}
              />
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}
