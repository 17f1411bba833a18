import { describe, expect, it, test } from 'vitest'
import { isWebAddress } from '../rules/rules.ts'
import { notWebAddresses } from '../testing/not-web-addresses.ts'
import { processorTimeOf } from '../testing/processor-time.ts'
import { contactsOf, descriptionTabs, folderState } from './metadata-description.ts'

function described(description: unknown) {
  return { name: 'weld', pipeline: [{ type: 'train' as const }], description }
}

function written(description: unknown): Record<string, string> {
  const tabs = descriptionTabs(described(description)).filter((tab) => tab.markdown !== '')
  return Object.fromEntries(tabs.map(({ title, markdown }) => [title, markdown]))
}

describe('the tabs of a description', () => {
  it('are always the seven named ones, in order', () => {
    const titles = ['Overview', 'Problem', 'Data', 'Key Feature', 'Value', 'Note', 'Contact']
    for (const description of [undefined, null, '', {}, { detail: '' }])
      expect(descriptionTabs(described(description))).toEqual(
        titles.map((title) => ({ title, markdown: '' })),
      )
  })

  it('come from the like-named keys of generation 1.1', () => {
    expect(
      written({
        title: 'Weld seams',
        problem: 'Cracks.',
        data: 'Images.',
        key_feature: '- fast',
        value: 'Fewer returns.',
        note_and_contact: 'Ask anna@example.org or see <https://example.org/weld>.',
      }),
    ).toEqual({
      Problem: 'Cracks.',
      Data: 'Images.',
      'Key Feature': '- fast',
      Value: 'Fewer returns.',
      Note: 'Ask anna@example.org or see <https://example.org/weld>.',
      Contact: '- anna@example.org\n- https://example.org/weld',
    })
  })

  it('come from the titles of the detail of generation 1.2, other titles after the named ones', () => {
    const tabs = descriptionTabs(
      described({
        overview: 'Short.',
        note: 'Beta.',
        contact: 'Team Weld',
        note_and_contact: 'old@example.org',
        detail: [
          { title: 'Licence', content: 'CC0' },
          { title: 'key feature', content: 'Fast.' },
          { title: 'Data', content: 'Part one.' },
          { title: ' Data ', content: 'Part two.' },
        ],
      }),
    )
    expect(tabs.map((tab) => tab.title)).toEqual([
      'Overview',
      'Problem',
      'Data',
      'Key Feature',
      'Value',
      'Licence',
      'Note',
      'Contact',
    ])
    expect(tabs.find((tab) => tab.title === 'Data')?.markdown).toBe('Part one.\n\nPart two.')
    expect(tabs.find((tab) => tab.title === 'Note')?.markdown).toBe('Beta.')
    expect(tabs.find((tab) => tab.title === 'Contact')?.markdown).toBe('Team Weld')
  })

  it('show what generation 1.0 and careless authors wrote', () => {
    expect(written({ overview: 'Old.', input_data: 'A CSV.', algorithm: 'Trees' })).toEqual({
      Overview: 'Old.',
      'Input Data': 'A CSV.',
      Algorithm: 'Trees',
    })
    expect(written('Only a text.')).toEqual({ Overview: 'Only a text.' })
    expect(written({ problem: ['a', 2], data: { rows: 3 } })).toEqual({
      Problem: 'a\n\n2',
      Data: '```json\n{"rows":3}\n```',
    })
  })
})

describe('contacts', () => {
  it('are e-mail addresses and links, each once', () => {
    const text =
      'Mail (mailto:a@b.example), a@b.example; docs: https://x.example/a?b=1. **ftp://no.example** user@local'
    expect(contactsOf(described({ note_and_contact: text }))).toEqual([
      'a@b.example',
      'https://x.example/a?b=1',
    ])
    expect(contactsOf(described({ contact: 'c@d.example', note_and_contact: text }))).toEqual(['c@d.example'])
  })

  it('link only to the address they show', () => {
    for (const text of notWebAddresses)
      for (const contact of contactsOf(described({ contact: text }))) expect(contact).toSatisfy(isWebAddress)
    expect(contactsOf(described({ contact: 'http:evil and https://me@evil' }))).toEqual([])
  })

  it('are found in linear time', async () => {
    const taken = await processorTimeOf(() => {
      for (const part of ['a@', '....', 'http://', '@.', '<'])
        contactsOf(described({ note_and_contact: part.repeat(50_000) }))
    })
    expect(taken).toBeLessThan(2000)
  })
})

test('names the state of a folder by branch and commit', () => {
  const commit = '1a2b3c4d5e6f'
  expect(folderState({ folder: { digest: 'd', commit, branch: 'main', is_dirty: true } })).toBe(
    'main@1a2b3c4, with changes',
  )
  expect(folderState({ folder: { commit, branch: '' } })).toBe('1a2b3c4')
  expect([{}, { folder: 'text' }, { folder: { digest: 'd', commit: '' } }].map(folderState)).toEqual([
    null,
    null,
    null,
  ])
})
