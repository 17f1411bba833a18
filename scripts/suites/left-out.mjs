// A reporter of Vitest that says at the end how many tests were left out, and the programs they need.
import { missingPrograms } from './programs.mjs'

const isLong = process.env.PODIUM_LONG === '1'

export default class LeftOut {
  onInit(vitest) {
    this.hasNamePattern = Boolean(vitest.config.testNamePattern)
  }

  onTestRunEnd(modules) {
    // With a pattern of names (-t), tests are skipped because they do not match it.
    if (this.hasNamePattern) return
    const missing = new Map(missingPrograms().map(({ tag, name }) => [tag, name]))
    const counts = new Map()
    for (const module of modules)
      for (const test of module.children.allTests('skipped')) {
        // Tests of a file whose set-up failed are skipped too, but were meant to run.
        if (test.options.mode !== 'skip' || (!isLong && test.tags.includes('long'))) continue
        const names = test.tags.filter((tag) => missing.has(tag)).map((tag) => missing.get(tag))
        const needed = names.length > 0 ? names.join(' and ') : 'what this system does not allow'
        counts.set(needed, (counts.get(needed) ?? 0) + 1)
      }
    for (const [needed, count] of [...counts].sort())
      console.log(`left out: ${count} ${count === 1 ? 'test that needs' : 'tests that need'} ${needed}`)
  }
}
