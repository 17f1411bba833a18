import { checkInstance, createInstance, type InstanceDetail } from '@podium/contract/calls/instances.ts'
import { listSolutions, readSolution, readVersion } from '@podium/contract/calls/solutions.ts'
import { readWorkspace } from '@podium/contract/calls/workspaces.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type FakeServer, fake, refused } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { stubLayout } from '../runs/testing/fake-runs.ts'
import { SOLUTION, VERSION } from '../runs/testing/sample-objects.ts'
import { recordCalled } from '../workspaces/testing/sample-workspaces.ts'
import { answer, INSTANCE, openAt } from './testing/serve-instances.ts'

beforeEach(() => {
  stubLayout()
})

const DETAILS = '/inferenceModel/instance/new?solution=id-vision&version=4&step=details'

async function openDetails(over: FakeServer = {}) {
  const opened = openAt(DETAILS, { ...fake(createInstance, INSTANCE), ...over })
  const form = await screen.findByRole('form', { name: 'Instance details' })
  await screen.findByText('This name is available.')
  const made = () => opened.server.calls('POST /instances').map(({ body }) => body)
  return { ...opened, form: within(form), made }
}

/** A promise that the test resolves. */
function later<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (value: T) => resolve(value) }
}

async function retype(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}

test('chooses the only solution of a workspace from the start, and shows no search', {
  tags: ['long'],
}, async () => {
  openAt('/inferenceModel/instance/new')
  const card = await screen.findByRole('radio', { name: 'vision' })
  await waitFor(() => expect(card).toHaveProperty('checked', true))
  expect(window.location.search).toContain('solution=id-vision&version=4')
  expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBeNull()
  expect(screen.queryByRole('searchbox', { name: 'Search solutions' })).toBeNull()
})

test('keeps the chosen solution version in the address, and leads to the details', async () => {
  const { user } = openAt(
    '/inferenceModel/instance/new',
    fake(listSolutions, {
      solutions: [SOLUTION, { ...SOLUTION, id: 'id-other', name: 'other' }],
      total: 2,
    }),
  )
  const card = await screen.findByRole('radio', { name: 'vision' })
  const next = screen.getByRole('button', { name: 'Next' })
  expect(next.getAttribute('aria-disabled')).toBe('true')
  expect(await accessibilityFaults()).toEqual([])
  await user.click(card)
  await screen.findByText(/registered by Mina Sol/)
  expect(window.location.search).toContain('solution=id-vision&version=4')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  const form = await screen.findByRole('form', { name: 'Instance details' })
  expect(window.location.search).toContain('step=details')
  await waitFor(() =>
    expect(within(form).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'vision-v4'),
  )
})

test('keeps the version chosen on every card, and moves the focus with each step', {
  tags: ['long'],
}, async () => {
  const older = { ...VERSION, id: 'id-vision-3', version: 3, version_num: 3 }
  const vision = { ...SOLUTION, versions: [VERSION, older] }
  const other = { ...SOLUTION, id: 'id-other', name: 'other' }
  const { user } = openAt('/inferenceModel/instance/new', {
    ...fake(listSolutions, { solutions: [vision, other], total: 2 }),
    ...fake(readSolution, { id: 'id-vision' }, vision),
    ...fake(readVersion, { id: 'id-vision', n: 3 }, older),
    ...fake(createInstance, INSTANCE),
  })
  const versions = await screen.findByRole('combobox', { name: 'Version of vision' })
  await user.selectOptions(versions, '3')
  await user.click(screen.getByRole('radio', { name: 'other' }))
  expect(versions).toHaveProperty('value', '3')
  await user.click(screen.getByRole('radio', { name: 'vision' }))
  await waitFor(() => expect(window.location.search).toContain('solution=id-vision&version=3'))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('This name is available.')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Instance details' }))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByRole('radio', { name: 'vision' })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Select AI solution' }))
  expect(await accessibilityFaults()).toEqual([])
})

test('validates a name shortly after it is typed, not only at Save', { tags: ['long'] }, async () => {
  const { form, user } = await openDetails()
  await retype(user, form.getByRole('textbox', { name: 'Description' }), 'x'.repeat(251))
  await form.findByText('Use at most 250 characters.')
  await user.click(form.getByRole('switch', { name: 'Train' }))
  await user.click(form.getByRole('switch', { name: 'Inference' }))
  await form.findByText('Turn at least one pipeline on.')
  await user.click(form.getByRole('switch', { name: 'Inference' }))
  expect(form.queryByText('Turn at least one pipeline on.')).toBeNull()
})

test('shows Pipeline as a switch that says which one runs without a choice get', {
  tags: ['long'],
}, async () => {
  const { form, user, made } = await openDetails()
  const pipeline = form.getByRole('switch', { name: 'Pipeline' })
  expect(pipeline).toHaveProperty('checked', false)
  await user.click(pipeline)
  const choice = form.getByRole('combobox', { name: 'Pipeline of its runs' })
  expect(choice).toHaveProperty('value', 'train')
  await user.selectOptions(choice, 'inference')
  await user.click(form.getByRole('switch', { name: 'Inference' }))
  await form.findByText('Choose a pipeline that is turned on.')
  await user.click(form.getByRole('switch', { name: 'Inference' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await answer(user, 'Create the item(s)?', 'Create')
  await screen.findByRole('alertdialog', { name: /Successfully/ })
  expect(made()[0]?.modes).toMatchObject({ pipeline: 'inference', inference: { on: true } })
})

test('waits for the tiers without a message in their place', {
  tags: ['long'],
}, async () => {
  const info = later<ReplyOf<typeof readWorkspace>>()
  const { form, user } = await openDetails(fake(readWorkspace, () => info.promise))
  const summary = screen.getByRole('complementary', { name: 'Preview' })
  within(summary).getAllByText('loading the tiers')
  await user.click(form.getByRole('switch', { name: 'Resource' }))
  const tier = form.getByRole('combobox', { name: 'Train tier' })
  expect([tier.textContent, (tier as HTMLSelectElement).disabled]).toEqual(['Loading the tiers', true])
  expect(document.body.textContent).not.toContain("the engine's default")
  info.resolve({
    ...recordCalled('poc'),
    execution_specs: [{ name: 'standard', instance: '2cpu-4gib' }],
    ecr_base_path: '',
    specs: [],
  })
  await waitFor(() => expect((tier as HTMLSelectElement).disabled).toBe(false))
  within(summary).getAllByText('Standard, 2cpu-4gib')
})

test('offers the next free name if the offered one is taken', { tags: ['long'] }, async () => {
  const { form } = await openDetails(
    fake(checkInstance, ({ query }) => ({
      duplicate: query.name === 'vision-v4',
    })),
  )
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'vision-v4-2')
})

test('keeps what was typed while the steps change', { tags: ['long'] }, async () => {
  const { form, user } = await openDetails()
  await retype(user, form.getByRole('textbox', { name: 'Description' }), 'Kept.')
  await user.click(screen.getByRole('button', { name: /Select AI solution/ }))
  await screen.findByRole('radio', { name: 'vision' })
  await user.click(screen.getByRole('button', { name: /Instance details/ }))
  const again = await screen.findByRole('form', { name: 'Instance details' })
  expect(within(again).getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Kept.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await answer(user, 'Are you sure you want to return to the previous page?', 'Cancel')
  expect(screen.getByRole('form', { name: 'Instance details' })).toBeTruthy()
})

test('makes an instance with the values that differ from the version, after one question', async () => {
  const { form, user, made } = await openDetails()
  await retype(user, form.getByRole('textbox', { name: 'Name' }), 'line-7')
  await user.click(form.getByRole('button', { name: 'Tag' }))
  await retype(user, form.getByRole('textbox', { name: 'Key of tag 1' }), 'plant')
  await retype(user, form.getByRole('textbox', { name: 'Value of tag 1' }), '<b>north</b>')
  await retype(user, form.getByRole('textbox', { name: 'epochs' }), '40')
  form.getByText('was 30')
  const received = screen.getByRole('region', { name: 'Parameters of train' }).querySelector('code')
  expect(JSON.parse(received?.textContent ?? '').train).toMatchObject({ epochs: 40, backbone: 'a' })
  await user.click(form.getByRole('switch', { name: 'Resource' }))
  await user.selectOptions(await form.findByRole('combobox', { name: 'Train tier' }), 'low')
  await user.click(form.getByRole('switch', { name: 'Dev Mode' }))
  await user.click(form.getByRole('radio', { name: 'Coupled' }))
  expect(await accessibilityFaults()).toEqual([])
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await answer(user, 'Create the item(s)?', 'Create')).toContain('line-7 on vision v 4, coupled')
  const entries = window.history.length
  await answer(user, 'Created Successfully!', 'OK')
  await screen.findByRole('heading', { name: 'vision-line-3', level: 1 })
  expect(window.history.length).toBe(entries)
  expect(made()).toEqual([
    {
      name: 'line-7',
      solution_version_id: 'id-vision-4',
      description: '',
      tags: [{ key: 'plant', value: '<b>north</b>' }],
      modes: {
        train: { on: true, parameters: { train: { epochs: 40 } } },
        inference: { on: true },
        dev: true,
      },
      execution_specs: { train: 'low' },
      draft: false,
      coupled: true,
    },
  ])
})

test('saves an instance with empty optional selections', { tags: ['long'] }, async () => {
  const args = [{ default: [] }, { default: null }, {}].map((over, at) => ({
    name: `drop-${at}`,
    type: 'multi_selection',
    selectable: ['x', 'y'],
    ...over,
  }))
  const parameters = { user_parameters: [{ step: 'train', args }] }
  const metadata_json = { name: 'vision', pipeline: [{ type: 'train', command: ['true'], parameters }] }
  const { form, user, made } = await openDetails(
    fake(readVersion, { id: 'id-vision', n: 4 }, { ...VERSION, metadata_json }),
  )
  await user.click(form.getByRole('button', { name: 'Save' }))
  await answer(user, 'Create the item(s)?', 'Create')
  await answer(user, 'Created Successfully!', 'OK')
  expect(made()).toHaveLength(1)
})

test('shows mistakes at their fields, and sends nothing', async () => {
  const { form, user, made } = await openDetails()
  await retype(user, form.getByRole('textbox', { name: 'epochs' }), '500')
  await user.click(form.getByRole('button', { name: 'Tag' }))
  await retype(user, form.getByRole('textbox', { name: 'Value of tag 1' }), 'north')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('2 fields need attention')
  form.getByText('500 is above the highest allowed value 200.')
  form.getByText('Please fill out this field.')
  screen.getByRole('list', { name: 'A run would be refused' })
  await waitFor(() =>
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Key of tag 1' })),
  )
  await user.click(form.getByRole('switch', { name: 'Train' }))
  await user.click(form.getByRole('switch', { name: 'Inference' }))
  await user.click(form.getByRole('button', { name: 'Remove tag 1' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Turn at least one pipeline on.')
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('switch', { name: 'Train' })))
  expect(await accessibilityFaults()).toEqual([])
  expect(made()).toEqual([])
})

test('saves a draft as it is, without a question', { tags: ['long'] }, async () => {
  const { form, user, made } = await openDetails()
  await retype(user, form.getByRole('textbox', { name: 'epochs' }), 'many')
  await user.click(form.getByRole('button', { name: 'Save as draft' }))
  await answer(user, 'Saved Successfully.', 'OK')
  expect(made()[0]).toMatchObject({
    draft: true,
    modes: { train: { on: true, parameters: { train: { epochs: 'many' } } } },
  })
})

test('says that a name is taken while it is typed, and when another person was faster', {
  tags: ['long'],
}, async () => {
  let taken = ''
  const { form, user } = await openDetails({
    ...fake(checkInstance, ({ query }) => ({
      duplicate: query.name === taken,
    })),
    ...fake(createInstance, () => {
      taken = 'vision-v4'
      return refused(
        409,
        'An instance named vision-v4 already exists in this workspace. Choose another name.',
      )
    }),
  })
  await user.click(form.getByRole('button', { name: 'Save' }))
  await answer(user, 'Create the item(s)?', 'Create')
  await form.findByText('This name is not available.')
  expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Name' }))
  await retype(user, form.getByRole('textbox', { name: 'Name' }), 'free-one')
  await form.findByText('This name is available.')
})

test('shows a refusal as it is that only begins like that of a taken name', {
  tags: ['long'],
}, async () => {
  const sentence = 'An instance named vision-v4 is being removed right now.'
  const { form, user } = await openDetails(fake(createInstance, refused(409, sentence)))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await answer(user, 'Create the item(s)?', 'Create')
  expect(await answer(user, 'Failed to create.', 'OK')).toContain(sentence)
  expect(form.queryByText('This name is not available.')).toBeNull()
})

test.each([
  ['Save', 'Save as draft'],
  ['Save as draft', 'Save'],
])(
  'leaves the spinner in place while %s is under way and %s is pressed',
  { tags: ['long'] },
  async (pressed, other) => {
    const replied = later<InstanceDetail>()
    const { form, user, made } = await openDetails(fake(createInstance, () => replied.promise))
    const busy = (name: string) => form.getByRole('button', { name }).getAttribute('aria-busy')
    await user.click(form.getByRole('button', { name: pressed }))
    if (pressed === 'Save') await answer(user, 'Create the item(s)?', 'Create')
    await waitFor(() => expect(busy(pressed)).toBe('true'))
    await user.click(form.getByRole('button', { name: other }))
    expect([busy(pressed), busy(other)]).toEqual(['true', null])
    replied.resolve(INSTANCE)
    await screen.findByRole('alertdialog', { name: /Successfully/ })
    expect(made()).toHaveLength(1)
  },
)

test.each([
  [['modes', 'train', 'parameters', 'train', 'epochs'], 'epochs: too many.', 'Too many.'],
  [['tags'], 'Maximum 6 tags.', undefined],
  [['execution_specs', 'train'], 'This must be one of high, low.', undefined],
])('shows a refusal of %j at its field', { tags: ['long'] }, async (loc, msg, shown) => {
  const refusal = refused(422, [{ loc: ['body', ...loc], msg, type: 'value_error' }])
  const { form, user } = await openDetails(fake(createInstance, refusal))
  await user.click(form.getByRole('switch', { name: 'Resource' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await answer(user, 'Create the item(s)?', 'Create')
  await form.findByText(shown ?? msg)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([
  ['Save', 'Failed to create.'],
  ['Save as draft', 'Saved Failed.'],
])('says that %s failed, and keeps what was typed', { tags: ['long'] }, async (button, sentence) => {
  const { form, user } = await openDetails(fake(createInstance, refused(500, 'No disk.')))
  await retype(user, form.getByRole('textbox', { name: 'Description' }), 'Kept.')
  await user.click(form.getByRole('button', { name: button }))
  if (button === 'Save') await answer(user, 'Create the item(s)?', 'Create')
  expect(await answer(user, sentence, 'OK')).toContain('No disk.')
  expect(form.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Kept.')
})
