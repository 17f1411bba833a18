import { readRun, startRun } from '@podium/contract/calls/runs.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fake } from '../../../testing/fake.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { MANAGER, serveRuns } from './fake-runs.ts'
import { RUNNING, runCalled } from './sample-objects.ts'

export const STARTED = runCalled('line-3-13', RUNNING)

/** Opens the form of a new run, with the stream line-3 chosen. */
export async function openForm(address = '', over: Parameters<typeof serveRuns>[0] = {}) {
  const server = serveRuns({
    ...fake(startRun, { id: 'id-line-3' }, STARTED),
    ...fake(readRun, STARTED, STARTED),
    ...over,
  })
  openConsole(`/inferenceModel/run/new${address}`, MANAGER)
  const form = within(await screen.findByRole('form', { name: 'New Run' }))
  const user = userEvent.setup()
  const change = form.queryByRole('button', { name: 'Change stream' })
  if (change) await user.click(change)
  async function fill(name: string, text: string) {
    const field = form.getByRole('textbox', { name })
    await user.clear(field)
    if (text !== '') {
      await user.click(field)
      await user.paste(text)
    }
  }
  return {
    server,
    form,
    user,
    fill,
    /** returns the text field or the list with that name */
    value: (name: string) =>
      (form.queryByRole('textbox', { name }) ?? form.getByRole('combobox', { name })) as HTMLInputElement,
    chooseRadio: (name: string) => user.click(form.getByRole('radio', { name })),
    choose: (name: string, option: string) =>
      user.selectOptions(form.getByRole('combobox', { name }), option),
    start: () => user.click(form.getByRole('button', { name: 'Start' })),
    sent: () => server.calls('POST /streamhistories/id-line-3'),
  }
}
