import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../rules/metadata-json.ts'
import { checkMetadata, checkSolutionName } from './metadata.ts'

const smallest = { name: 'weld-seam', pipeline: [{ type: 'train' }] }

function problemsOf(value: unknown): { path: string; message: string }[] {
  const checked = checkMetadata(value)
  return 'problems' in checked ? checked.problems : []
}

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

describe('metadata', () => {
  it('needs only a name and a pipeline, and is returned as the same value', () => {
    const checked = checkMetadata(smallest)
    expect('metadata' in checked && checked.metadata).toBe(smallest)
  })

  it('may be of any generation, with missing, null and empty parts', () => {
    const early = {
      version: 1,
      metadata_version: '1.0',
      name: 'Bolt-Check',
      description: { title: 'Bolts', overview: 'Finds loose bolts.', icon: 's3://icons/bolt.svg' },
      pipeline: [{ type: 'inference', model_uri: ['s3://b/m/'], parameters: null, dataset_uri: '' }],
    }
    const newer = {
      metadata_version: 1.2,
      name: 'bolt-check',
      description: { detail: '', overview: null },
      wrangler_code_uri: '',
      pipeline: [
        {
          type: 'train',
          container_uri: 'registry/bolt:v1',
          dataset_uri: ['s3://b/a/', 's3://b/b/'],
          command: null,
        },
        {
          type: 'inference',
          container_uri: '',
          parameters: { user_parameters: [{ step: 'train', args: '' }] },
        },
      ],
      something_new: { kept: true },
    }
    expect(problemsOf(early)).toEqual([])
    expect(problemsOf(newer)).toEqual([])
  })

  it('may say where its folder was, and from which folders its program imports', () => {
    const of = (folder: unknown, path: unknown) =>
      problemsOf({ ...smallest, folder, python: { path } }).map((problem) => problem.path)
    expect(of({ digest: 'd', commit: '1a2b3c4', branch: 'main', is_dirty: true }, ['.', 'src'])).toEqual([])
    expect(of('a text of another tool', null)).toEqual([])
    expect(of({ digest: 3, branch: 'x'.repeat(201), is_dirty: 'no' }, ['../up'])).toEqual([
      'python.path',
      ...['folder.digest', 'folder.branch', 'folder.is_dirty'],
    ])
    expect(
      of(
        null,
        Array.from({ length: 11 }, () => 'src'),
      ),
    ).toEqual(['python.path'])
  })

  it.each<[unknown, string]>([
    [null, ''],
    [[], ''],
    ['{}', ''],
    [{ pipeline: [{ type: 'train' }] }, 'name'],
    [{ ...smallest, name: '' }, 'name'],
    [{ ...smallest, name: 7 }, 'name'],
    [{ ...smallest, name: 'weld seam' }, 'name'],
    [{ ...smallest, name: 'w'.repeat(101) }, 'name'],
    [{ ...smallest, metadata_version: [] }, 'metadata_version'],
    [{ ...smallest, description: 5 }, 'description'],
    [{ ...smallest, description: { detail: ['x'] } }, 'description.detail'],
    [{ name: 'weld' }, 'pipeline'],
    [{ name: 'weld', pipeline: {} }, 'pipeline'],
    [{ name: 'weld', pipeline: [] }, 'pipeline'],
    [{ name: 'weld', pipeline: ['train'] }, 'pipeline[0]'],
    [{ name: 'weld', pipeline: [{ type: 'test' }] }, 'pipeline[0].type'],
    [{ name: 'weld', pipeline: [{ type: 'train' }, { type: 'train' }] }, 'pipeline[1].type'],
    [{ name: 'weld', pipeline: [{ type: 'train', command: 'python3 train.py' }] }, 'pipeline[0].command'],
    [{ name: 'weld', pipeline: [{ type: 'train', command: [] }] }, 'pipeline[0].command'],
    [
      { name: 'weld', pipeline: [{ type: 'train', command: ['sh', '-c', 'x'.repeat(131_072)] }] },
      'pipeline[0].command',
    ],
    [{ name: 'weld', pipeline: [{ type: 'train', container_uri: 1 }] }, 'pipeline[0].container_uri'],
    [{ name: 'weld', pipeline: [{ type: 'train', dataset_uri: [1] }] }, 'pipeline[0].dataset_uri'],
    [{ name: 'weld', pipeline: [{ type: 'train', timeout_seconds: 0 }] }, 'pipeline[0].timeout_seconds'],
    [{ name: 'weld', pipeline: [{ type: 'train', stop_signal: 'SIGKILL' }] }, 'pipeline[0].stop_signal'],
    [
      { name: 'weld', pipeline: [{ type: 'train', stop_grace_seconds: 601 }] },
      'pipeline[0].stop_grace_seconds',
    ],
    [{ name: 'weld', pipeline: [{ type: 'train', resource: 'high' }] }, 'pipeline[0].resource'],
    [{ name: 'weld', pipeline: [{ type: 'train', parameters: [] }] }, 'pipeline[0].parameters'],
    [
      {
        name: 'weld',
        pipeline: [{ type: 'train', parameters: { user_parameters: [{ step: 'a', args: [{}] }] } }],
      },
      'pipeline[0].parameters.user_parameters[0].args[0].name',
    ],
    [
      {
        name: 'weld',
        pipeline: [{ type: 'train', parameters: { user_parameters: [{ step: 'constructor' }] } }],
      },
      'pipeline[0].parameters.user_parameters[0].step',
    ],
    [JSON.parse('{"name":"weld","pipeline":[{"type":"train"}],"x":{"__proto__":1}}'), 'x.__proto__'],
    [{ ...smallest, 'a b': { prototype: 1 } }, '["a b"].prototype'],
    [{ ...smallest, note: 'half \ud800 a pair' }, 'note'],
    [{ ...smallest, note: 'NUL \0' }, 'note'],
    [{ ...smallest, big: Number.POSITIVE_INFINITY }, 'big'],
  ])('refuses %j and says where', (value, path) => {
    const problems = problemsOf(value)
    expect(problems.map((problem) => problem.path)).toEqual([path])
    expect(problems[0]?.message).toMatch(/^[A-Z].*\.$/)
  })

  it('may reach the limits of size, depth and keys exactly', () => {
    const frame = canonicalJson({ ...smallest, text: '' }).length
    const fits = { ...smallest, text: 'ä'.repeat((256 * 1024 - frame) / 2) }
    expect(problemsOf(fits)).toEqual([])
    expect(problemsOf({ ...fits, text: `${fits.text}ab` })[0]?.message).toBe(
      'The metadata is larger than 256 KiB.',
    )
    expect(problemsOf({ ...smallest, deep: nested(19) })).toEqual([])
    expect(problemsOf({ ...smallest, deep: nested(20) })[0]?.message).toContain('deeper than 20 levels')
    const keys = Object.fromEntries(Array.from({ length: 4996 }, (_, index) => [`k${index}`, 0]))
    expect(problemsOf({ ...smallest, keys })).toEqual([])
    expect(problemsOf({ ...smallest, keys, more: 1 })[0]?.message).toContain('more than 5000 keys')
    expect(problemsOf({ ...smallest, list: Array(300_000).fill(0) })[0]?.message).toContain('larger')
  })

  it('can be any JSON without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.jsonValue({ maxDepth: 6 }), (value, other) => {
        checkMetadata(value)
        checkMetadata({ name: 'weld', pipeline: [value, other], description: value })
        checkMetadata({ name: 'weld', pipeline: [{ type: 'train', parameters: { user_parameters: value } }] })
      }),
      { numRuns: 300 },
    )
  })
})

describe('the name of a solution', () => {
  it.each(['ab', 'weld-seam-2', '-', 'a'.repeat(51), 'Weld', 'wéld', ''])('%j', (name) => {
    const fine = name === 'ab' || name === 'weld-seam-2'
    expect(checkSolutionName(name) === null).toBe(fine)
  })
})

describe('canonical JSON', () => {
  it('does not depend on the order of keys and reads back as the same value', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'ü' }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"ü","d":null}]}',
    )
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const sent: unknown = JSON.parse(JSON.stringify(value))
        expect(JSON.parse(canonicalJson(sent))).toEqual(sent)
      }),
      { numRuns: 200 },
    )
  })
})
