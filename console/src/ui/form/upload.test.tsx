import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { X } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { IconButton } from '../button/icon-button.tsx'
import { accessibilityFaults } from '../testing/axe.ts'
import { FileDrop, UploadRow } from './file-drop.tsx'

const archive = new File(['x'], 'line3.zip', { type: 'application/zip' })
const labels = new File(['y'], 'labels.csv', { type: 'text/csv' })

function chooserOf(container: HTMLElement): HTMLInputElement {
  const chooser = container.querySelector<HTMLInputElement>('input[type=file]')
  if (!chooser) throw new Error('The drop zone has no file chooser.')
  return chooser
}

test('lets files be chosen by a button that opens the browser’s chooser', async () => {
  const onFiles = vi.fn()
  const { container } = render(
    <FileDrop choose="Choose an archive" help="zip, up to 10 GB" onFiles={onFiles} />,
  )
  const chooser = chooserOf(container)
  const opened = vi.spyOn(chooser, 'click')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledTimes(1)
  await userEvent.upload(chooser, archive)
  expect(onFiles).toHaveBeenCalledWith([archive])
})

test('keeps the page when a file is dropped beside the area, while there is an area', () => {
  const isLeftToTheBrowser = (kind: string) =>
    fireEvent(document.body, new Event(kind, { bubbles: true, cancelable: true }))
  const { unmount } = render(<FileDrop choose="Choose an archive" help="" onFiles={() => {}} />)
  expect([isLeftToTheBrowser('dragover'), isLeftToTheBrowser('drop')]).toEqual([false, false])
  unmount()
  expect([isLeftToTheBrowser('dragover'), isLeftToTheBrowser('drop')]).toEqual([true, true])
})

test('passes on all dropped files, even if one is expected', () => {
  const onFiles = vi.fn()
  render(<FileDrop choose="Choose" help="zip" onFiles={onFiles} />)
  const zone = screen.getByRole('button', { name: 'Choose' }).parentElement?.parentElement as HTMLElement
  fireEvent.drop(zone, { dataTransfer: { files: [archive, labels] } })
  expect(onFiles).toHaveBeenLastCalledWith([archive, labels])
})

test('shows the progress of an upload', async () => {
  render(
    <main>
      <FileDrop choose="Choose" help="zip" error="Only zip and tar.gz." onFiles={() => {}} />
      <UploadRow
        name="line3.zip"
        state="running"
        percent={62}
        detail="3.87 of 6.24 GB, 62 %, 50 s left"
        action={<IconButton icon={X} label="Remove line3.zip" />}
      />
      <UploadRow
        name="weld.zip"
        state="broken"
        percent={20}
        detail="The connection broke at 1.20 of 6.02 GB."
      />
    </main>,
  )
  expect(screen.getByRole('progressbar', { name: 'Upload of line3.zip' })).toHaveProperty('value', 62)
  expect(await accessibilityFaults()).toEqual([])
})
