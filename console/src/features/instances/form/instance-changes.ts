import type { Instance, Tag } from '@podium/contract/calls/instances.ts'
import { MODES, type Mode } from '@podium/contract/solution-metadata/modes.ts'
import type { StepValues } from '@podium/contract/solution-metadata/parameters.ts'
import type { Change } from '../../../ui/form/change-list.tsx'
import { tierName } from '../../runs/components/tier-name.ts'

type Shown = Partial<Pick<Instance, 'name' | 'description' | 'tags' | 'modes' | 'execution_specs' | 'draft'>>

export const MODE_NAMES: Record<Mode, string> = { train: 'Train', inference: 'Inference' }

/** Returns the fields in which two instances differ, in words. */
export function instanceChanges(before: Shown, after: Shown): Change[] {
  const [was, is] = [wordsOf(before), wordsOf(after)]
  return Object.keys(was).flatMap((name) =>
    was[name] === is[name] ? [] : [{ name, before: was[name] || null, after: is[name] || null }],
  )
}

function wordsOf(shown: Shown): Record<string, string> {
  const { name = '', description = '', tags = [], modes = {}, execution_specs = {}, draft } = shown
  const pipelines = MODES.flatMap((mode) => [
    [`${MODE_NAMES[mode]} pipeline`, modes[mode]?.on === false ? 'off' : 'on'],
    [`${MODE_NAMES[mode]} parameters`, parameterText(modes[mode]?.parameters)],
    [`${MODE_NAMES[mode]} tier`, execution_specs[mode] ? tierName(execution_specs[mode]) : ''],
  ])
  return {
    Name: name,
    Description: description,
    Tags: tagText(tags),
    ...Object.fromEntries(pipelines),
    Pipeline: modes.pipeline ?? '',
    'Data Wrangler code': modes.data_wrangler?.code_uri ?? '',
    'Data Wrangler data': modes.data_wrangler?.dataset_uri ?? '',
    'Dev Mode': modes.dev ? 'on' : 'off',
    Draft: draft ? 'yes' : 'no',
  }
}

/** 'plant north, spare' */
export function tagText(tags: readonly Tag[]): string {
  return tags.map(({ key, value }) => (value === '' ? key : `${key} ${value}`)).join(', ')
}

/** 'train.epochs 40, train.classes ["x","y"]'; '' for none. */
export function parameterText(values: StepValues | undefined): string {
  const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return Object.entries(values ?? {})
    .flatMap(([step, named]) =>
      Object.entries(named).map(([name, value]) => `${step}.${name} ${plain(value)}`),
    )
    .join(', ')
}
