import type { StepValues } from '@podium/contract/parameters.ts'

/** 'train.epochs 40, train.classes ["x","y"]'; '' for none. */
export function parameterText(values: StepValues | undefined): string {
  return Object.entries(values ?? {})
    .flatMap(([step, named]) =>
      Object.entries(named).map(([name, value]) => `${step}.${name} ${plain(value)}`),
    )
    .join(', ')
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
