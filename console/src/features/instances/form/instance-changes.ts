import type { Instance } from '@podium/contract/instances.ts'
import { MODES } from '@podium/contract/metadata.ts'
import type { Change } from '../../../ui/change-list.tsx'
import { tierName } from '../../runs/components/tier-name.ts'
import { parameterText } from '../components/parameter-text.ts'

type Shown = Pick<Instance, 'name' | 'description' | 'tags' | 'modes' | 'execution_specs' | 'draft'>

/** What of an instance differs, one line each, in words. */
export function instanceChanges(before: Shown, after: Shown): Change[] {
  const [was, is] = [wordsOf(before), wordsOf(after)]
  return Object.keys(was).flatMap((name) =>
    was[name] === is[name] ? [] : [{ name, before: was[name] || null, after: is[name] || null }],
  )
}

function wordsOf({ name, description, tags, modes, execution_specs, draft }: Shown): Record<string, string> {
  const pipelines = MODES.flatMap((mode) => [
    [`${mode} pipeline`, modes[mode]?.on === false ? 'off' : 'on'],
    [`${mode} parameters`, parameterText(modes[mode]?.parameters)],
    [`${mode} tier`, execution_specs[mode] === undefined ? '' : tierName(execution_specs[mode] ?? '')],
  ])
  return {
    name,
    description,
    tags: tags.map(({ key, value }) => (value === '' ? key : `${key} ${value}`)).join(', '),
    ...Object.fromEntries(pipelines),
    'wrangler code': modes.data_wrangler?.code_uri ?? '',
    'wrangler data': modes.data_wrangler?.dataset_uri ?? '',
    'dev mode': modes.dev ? 'on' : 'off',
    draft: draft ? 'yes' : 'no',
  }
}
