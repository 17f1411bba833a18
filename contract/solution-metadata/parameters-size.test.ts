import { describe, expect, it, vi } from 'vitest'
import { checkMetadata, type Metadata, type Pipeline } from './metadata.ts'
import { metadataWarnings } from './metadata-warnings.ts'
import { ownParameters, parameterFields } from './parameters.ts'
import { checkParameters } from './parameters-check.ts'

const here = { containers: false, largest: { gpu: 0 } }
const many = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => one(at))

function pipelineOf(parameters: Record<string, unknown>): Pipeline {
  return { type: 'train', command: ['true'], parameters }
}

function metadataOf(parameters: Record<string, unknown>): Metadata {
  return { name: 'pumps', pipeline: [pipelineOf(parameters)] }
}

const userParameters = (args: unknown[]) => ({ user_parameters: [{ step: 's', args }] })

/** Counts how often a word was folded for comparison: the work that grows with choices and chosen values. */
function foldings(work: () => void): number {
  const folded = vi.spyOn(String.prototype, 'toLowerCase')
  try {
    work()
    return folded.mock.calls.length
  } finally {
    folded.mockRestore()
  }
}

describe('the work of a large form', () => {
  it('grows with its choices and chosen values, not with their product', () => {
    const choices = many(500, (index) => index)
    const chosen = many(800, () => 'x').join(',')
    const argument = { name: 'p', type: 'multi_selection', selectable: choices, default: chosen }
    const work = foldings(() => {
      metadataWarnings(metadataOf(userParameters([argument])), here)
    })
    expect(work).toBeLessThan(10 * (500 + 800))
  })

  it('looks at the candidates of each step once, not once for every field', () => {
    let looked = 0
    const step = {
      get step() {
        looked += 1
        return 's'
      },
      args: [],
    }
    const parameters = {
      ...userParameters(many(300, (index) => ({ name: `p${index}` }))),
      candidate_parameters: many(10, () => step),
    }
    parameterFields(pipelineOf(parameters))
    expect(looked).toBeLessThan(100)
  })

  it('reads the form once for all the values that are checked', () => {
    let looked = 0
    const argument = {
      get name() {
        looked += 1
        return 'known'
      },
    }
    const unknown = Object.fromEntries(many(300, (index) => [`u${index}`, 1]))
    checkParameters(pipelineOf(userParameters([argument])), { s: unknown })
    expect(looked).toBeLessThan(20)
  })
})

describe('messages about a large form', () => {
  it('are the first warnings and the number of further ones', () => {
    const parameters = {
      candidate_parameters: [{ step: 's', args: {}, ui_args: many(3000, (index) => `u${index}`) }],
    }
    const warnings = metadataWarnings(metadataOf(parameters), here)
    expect(warnings).toHaveLength(21)
    expect(warnings.at(-1)).toBe('And 2980 more warnings.')
  })

  it('name twenty of the names, each no longer than a line', () => {
    const fields = many(100, (index) => ({ name: `field-${index}-${'x'.repeat(400)}`, type: 'int' }))
    const checked = checkParameters(pipelineOf(userParameters(fields)), { s: { ['y'.repeat(9000)]: 1 } })
    const [problem] = 'problems' in checked ? checked.problems : []
    expect(problem?.message).toContain('and 80 more.')
    expect(problem?.message.length).toBeLessThan(2000)
  })

  it('are at most twenty problems', () => {
    const unknown = Object.fromEntries(many(600, (index) => [`u${index}`, 1]))
    const checked = checkParameters(pipelineOf(userParameters([{ name: 'p', type: 'int' }])), { s: unknown })
    expect('problems' in checked && checked.problems).toHaveLength(20)
  })
})

describe('the maximum size of a form', () => {
  it('is stated at the form and at the parameter', () => {
    const args = many(501, (index) => ({ name: `p${index}`, type: 'int' }))
    expect(checkMetadata(metadataOf(userParameters(args)))).toEqual({
      problems: [
        {
          path: 'pipeline[0].parameters.user_parameters',
          message: 'A pipeline can ask for 500 parameters at most; this one describes 501.',
        },
      ],
    })
    const choices = { name: 'p', type: 'single_selection', selectable: many(1001, (index) => index) }
    expect(checkMetadata(metadataOf(userParameters([choices])))).toEqual({
      problems: [
        {
          path: 'pipeline[0].parameters.user_parameters[0].args[0].selectable',
          message: 'A parameter can have 1000 choices at most; this one has 1001.',
        },
      ],
    })
    const nested = { ...choices, selectable: [choices.selectable] }
    expect(checkMetadata(metadataOf(userParameters([nested])))).toMatchObject({ problems: [{}] })
    const commas = { ...choices, selectable: many(1001, (index) => index).join(',') }
    expect(checkMetadata(metadataOf(userParameters([commas])))).toMatchObject({ problems: [{}] })
  })

  it('is allowed exactly', () => {
    const args = many(500, (index) => ({ name: `p${index}`, type: 'int', default: 1 }))
    const metadata = metadataOf(userParameters(args))
    expect(checkMetadata(metadata)).toEqual({ metadata })
    expect(Object.keys(ownParameters(metadata.pipeline[0] as Pipeline).s ?? {})).toHaveLength(500)
  })
})
