import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Pipeline } from './metadata.ts'
import { defaultParameters, mergeParameters, parameterFields, selectedParameters } from './parameters.ts'
import { checkParameters, ownProblems } from './parameters-check.ts'

function formOf(...args: Record<string, unknown>[]): Pipeline {
  return { type: 'train', parameters: { user_parameters: [{ step: 'train', args }] } }
}

function fieldOf(argument: Record<string, unknown>) {
  return parameterFields(formOf({ name: 'x', ...argument }))[0]
}

const form = formOf(
  { name: 'rate', type: 'float', default: [0.1], range: [0, 1] },
  { name: 'epochs', type: 'int', default: 100, range: '1,200' },
  { name: 'title', type: 'string', default: 'Run', range: [2, 8] },
  { name: 'shuffle', type: 'single_selection', default: [true], selectable: [true, false] },
  { name: 'columns', type: 'multi_selection', default: ['a', 'b'], selectable: ['a', 'b', 'c'] },
)

describe('the form of a pipeline', () => {
  it.each<[Record<string, unknown>, unknown]>([
    [{ type: 'int', default: 5 }, 5],
    [{ type: 'int', default: [5] }, 5],
    [{ type: 'int', default: '5' }, 5],
    [{ type: 'float', default: ['0.5'] }, 0.5],
    [{ type: 'float', default: [] }, null],
    [{ type: 'float', default: '' }, null],
    [{ type: 'float', default: 'auto' }, null],
    [{ type: 'string', default: 'a, b' }, 'a, b'],
    [{ type: 'string', default: ['a'] }, 'a'],
    [{ type: 'string', default: ['a', 'b'] }, ['a', 'b']],
    [{ type: 'string', default: 7 }, '7'],
    [{ type: 'single_selection', selectable: ['a', 'b'], default: ['b'] }, 'b'],
    [{ type: 'single_selection', selectable: [true, false], default: false }, false],
    [{ type: 'single_selection', selectable: [true, false], default: 'True' }, true],
    [{ type: 'single_selection', selectable: [1, 2], default: '2' }, 2],
    [{ type: 'multi_selection', selectable: 'a, b,c', default: 'a,c' }, ['a', 'c']],
    [{ type: 'multi_selection', selectable: ['a'], default: 'a' }, ['a']],
    [{ type: 'multi_selection', selectable: [['a', 'b']], default: [['a', 'b']] }, ['a', 'b']],
    [{ type: 'multi_selection', selectable: ['a'] }, null],
    [{ type: 'multi_selection', selectable: ['a'], default: [] }, null],
    [{ type: 'multi_selection', selectable: ['a'], default: [''] }, null],
    [{ type: 'date', default: 'today' }, 'today'],
  ])('reads the default of %j', (argument, expected) => {
    expect(fieldOf(argument)?.default).toEqual(expected)
  })

  it.each<[unknown, unknown]>([
    [[1, 100], { min: 1, max: 100 }],
    [['1', '100'], { min: 1, max: 100 }],
    ['1,100', { min: 1, max: 100 }],
    [['1,100'], { min: 1, max: 100 }],
    [[100, 1], { min: 1, max: 100 }],
    [',100', { min: null, max: 100 }],
    [[0.5, null], { min: 0.5, max: null }],
    [null, null],
    ['', null],
    [[], null],
  ])('reads the range %j', (range, expected) => {
    expect(fieldOf({ type: 'float', range })?.range).toEqual(expected)
  })

  it.each<[unknown, unknown[]]>([
    [
      ['a', 2, true],
      ['a', 2, true],
    ],
    ['a, b', ['a', 'b']],
    [[['a', 'b']], ['a', 'b']],
    [[{ value: 'a' }, null, '', 'b'], ['b']],
    [[], []],
  ])('reads the choices %j', (selectable, expected) => {
    expect(fieldOf({ type: 'multi_selection', selectable })?.selectable).toEqual(expected)
  })

  it('takes a default from the candidates if the form names none', () => {
    const pipeline: Pipeline = {
      type: 'train',
      parameters: {
        candidate_parameters: [{ step: 'train', args: [{ epochs: 30 }], ui_args: ['epochs'] }],
        user_parameters: [{ step: 'train', args: [{ name: 'epochs', type: 'int', default: [] }] }],
      },
    }
    expect(defaultParameters({ ...pipeline, parameters: null })).toEqual({})
    expect(parameterFields(pipeline)[0]?.default).toBeNull()
    const parameters = pipeline.parameters as { user_parameters: { args: Record<string, unknown>[] }[] }
    delete parameters.user_parameters[0]?.args[0]?.default
    expect(defaultParameters(pipeline)).toEqual({ train: { epochs: 30 } })
  })

  it('returns every field once, in order', () => {
    const twice: Pipeline = {
      type: 'train',
      parameters: {
        user_parameters: [
          {
            step: 'b',
            args: [
              { name: 'x', type: 'int' },
              { name: 'x', type: 'float' },
            ],
          },
          { step: 'a', args: [{ name: 'x', type: 'string', description: 'Why.' }] },
        ],
      },
    }
    expect(parameterFields(twice).map(({ step, name, type }) => [step, name, type])).toEqual([
      ['b', 'x', 'int'],
      ['a', 'x', 'string'],
    ])
    expect(parameterFields({ type: 'train' })).toEqual([])
  })
})

describe('chosen values', () => {
  it('pass if they fit, converted to their types and without null values', () => {
    const values = { rate: 0, epochs: [200], title: 'ÄÖ', shuffle: false, columns: 'a, c' }
    expect(checkParameters(form, { train: values })).toEqual({
      values: { train: { rate: 0, epochs: 200, title: 'ÄÖ', shuffle: false, columns: ['a', 'c'] } },
    })
    expect(checkParameters(form, { train: { rate: null } })).toEqual({ values: {} })
    expect(checkParameters(form, {})).toEqual({ values: {} })
  })

  it.each<[unknown]>([[[]], [['']], [''], [null]])(
    'need no selection if there is none below: %j',
    (columns) => {
      const free = formOf({ name: 'columns', type: 'multi_selection', default: [], selectable: ['a', 'b'] })
      expect(checkParameters(free, { train: { columns } })).toEqual({ values: {} })
      const below = { train: { columns: ['a'] } }
      expect('problems' in checkParameters(free, { train: { columns } }, below)).toBe(columns !== null)
    },
  )

  it.each<[Record<string, unknown>, string]>([
    [{ epochs: 500 }, 'epochs: 500 is above the highest allowed value 200.'],
    [{ epochs: 0 }, 'epochs: 0 is below the lowest allowed value 1.'],
    [{ epochs: 1.5 }, 'epochs: 1.5 is not a whole number.'],
    [
      { epochs: 1e19 },
      'epochs: whole numbers are kept exactly from -9007199254740991 to 9007199254740991 only.',
    ],
    [{ epochs: '5' }, 'epochs: "5" is not a whole number.'],
    [{ epochs: [1, 2] }, 'epochs: [1,2] is not a whole number.'],
    [{ rate: true }, 'rate: true is not a number.'],
    [{ rate: Number.NaN }, 'rate: null is not a number.'],
    [{ title: 5 }, 'title: 5 is not a text.'],
    [{ title: 'x' }, 'title: "x" is too short; give at least 2 characters.'],
    [{ title: 'much too long' }, 'title: "much too long" is too long; give at most 8 characters.'],
    [{ shuffle: 'true' }, 'shuffle: "true" is not among the choices: true, false.'],
    [{ columns: ['a', 'z'] }, 'columns: "z" is not among the choices: a, b, c.'],
    [{ columns: [] }, 'columns: choose at least one.'],
    [{ columns: '' }, 'columns: choose at least one.'],
    [
      { speed: 1 },
      'speed: step "train" has no such parameter; it has rate, epochs, title, shuffle, columns.',
    ],
  ])('%j is refused in one sentence', (values, message) => {
    const [name = ''] = Object.keys(values)
    expect(checkParameters(form, { train: values })).toEqual({ problems: [{ step: 'train', name, message }] })
  })

  it.each<[Record<string, unknown>, unknown, unknown?]>([
    [{ type: 'int', default: 9, range: [1, 5] }, 9],
    [{ type: 'int', default: 9, range: [1, 5] }, [9], 9],
    [{ type: 'single_selection', default: 'z', selectable: ['a'] }, 'z'],
    [{ type: 'multi_selection', default: ['a', 'z'], selectable: ['a'] }, ['a', 'z']],
    [{ type: 'string', default: ['x', 'long'], range: [2, 3] }, ['x', 'long']],
  ])('of %j may be the author’s own, which a run without them gets too', (argument, x, taken = x) => {
    const pipeline = formOf({ name: 'x', ...argument })
    expect(checkParameters(pipeline, { train: { x } })).toEqual({ values: { train: { x: taken } } })
    expect('problems' in checkParameters(pipeline, { train: { x: 7 } })).toBe(true)
    expect(ownProblems(pipeline)).toHaveLength(1)
  })

  it('must name a step that exists', () => {
    expect(checkParameters(form, { trian: { rate: 1 } })).toEqual({
      problems: [
        { step: 'trian', name: '', message: 'The train pipeline has no step "trian"; it has train.' },
      ],
    })
    expect(checkParameters(form, { train: 5 })).toMatchObject({ problems: [{ step: 'train' }] })
    expect(checkParameters(form, [])).toMatchObject({ problems: [{ step: '' }] })
  })

  it('may set an argument that only the candidates name', () => {
    const pipeline: Pipeline = {
      type: 'train',
      parameters: { candidate_parameters: [{ step: 'input', args: [{ encoding: 'utf-8' }] }] },
    }
    const values = { input: { encoding: 'latin-1' } }
    expect(checkParameters(pipeline, values)).toEqual({ values })
  })

  it('never throw and never reach a prototype', () => {
    const anything = fc.dictionary(fc.constantFrom('train', '__proto__', 'x'), fc.jsonValue({ maxDepth: 4 }))
    fc.assert(
      fc.property(anything, (values) => {
        checkParameters(form, values)
        checkParameters(form, { train: values })
        checkParameters(form, JSON.parse('{"__proto__": {"polluted": 1}, "train": {"__proto__": 1}}'))
        expect(({} as Record<string, unknown>).polluted).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })

  it('pass within a range and are refused outside it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 300 }), (epochs) => {
        expect('values' in checkParameters(form, { train: { epochs } })).toBe(epochs >= 1 && epochs <= 200)
      }),
    )
  })
})

describe('layers of values', () => {
  it('apply in order of precedence, argument by argument', () => {
    const merged = mergeParameters(
      { train: { rate: 1 } },
      undefined,
      null,
      { train: { rate: 2, epochs: 3 } },
      { a: { b: 1 } },
    )
    expect(merged).toEqual({ train: { rate: 1, epochs: 3 }, a: { b: 1 } })
  })

  it('begin with the metadata’s own selection, read leniently', () => {
    const pipeline: Pipeline = {
      type: 'train',
      parameters: {
        ...(form.parameters as object),
        selected_user_parameters: [
          { step: 'train', args: { epochs: '50', columns: 'c', title: '', shuffle: 'False', rate: null } },
        ],
      },
    }
    expect(selectedParameters(pipeline)).toEqual({ train: { epochs: 50, columns: ['c'], shuffle: false } })
    expect(selectedParameters(form)).toEqual({})
  })

  it('end with the defaults, which always pass the check', () => {
    const defaults = defaultParameters(form)
    expect(defaults).toEqual({
      train: { rate: 0.1, epochs: 100, title: 'Run', shuffle: true, columns: ['a', 'b'] },
    })
    expect(checkParameters(form, defaults)).toEqual({ values: defaults })
  })
})
