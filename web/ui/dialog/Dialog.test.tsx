// @vitest-environment happy-dom
import Button from '@mui/material/Button'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderInApp, setViewport } from '../testing/render.tsx'
import { ConfirmContent } from './ConfirmContent.tsx'
import { Dialog, DialogBody, DialogFoot, type DialogProps } from './Dialog.tsx'

function Sample(props: Partial<DialogProps>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button">Behind</button>
      <Dialog open={open} onClose={() => setOpen(false)} title="New folder" {...props}>
        <DialogBody>
          <input aria-label="Name" />
        </DialogBody>
        <DialogFoot>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="contained">Create</Button>
        </DialogFoot>
      </Dialog>
    </>
  )
}

const open = async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  return { user, dialog: screen.getByRole('dialog', { name: 'New folder' }) }
}

beforeEach(() => setViewport(1440, 900))

test.each([
  [undefined, '600px'],
  ['medium', '880px'],
  ['large', '1140px'],
] as const)('FMT-15 a dialog of size %s is %s wide', async (size, width) => {
  renderInApp(<Sample size={size} />)
  const { dialog } = await open()
  expect(getComputedStyle(dialog).width).toBe(width)
})

test('a dialog fills a phone', async () => {
  setViewport(390, 844)
  renderInApp(<Sample />)
  const { dialog } = await open()
  expect(dialog.className).toContain('MuiDialog-paperFullScreen')
})

test('FMT-28 Escape closes a dialog whose button has lost the keyboard, as while it runs', async () => {
  renderInApp(<Sample />)
  const { user } = await open()
  ;(document.activeElement as HTMLElement).blur()
  // Before the dialog takes it back.
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('FMT-28 Escape closes a dialog and gives the focus back', async () => {
  renderInApp(<Sample />)
  const { user, dialog } = await open()
  expect(dialog.contains(document.activeElement) || document.activeElement?.contains(dialog)).toBe(true)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
})

test('FMT-28 the Tab key stays inside a dialog', async () => {
  renderInApp(<Sample />)
  const { user, dialog } = await open()
  const visited = new Set<string>()
  for (let step = 0; step < 12; step += 1) {
    await user.tab()
    const focused = document.activeElement as HTMLElement
    expect(dialog.closest('.MuiDialog-root')?.contains(focused)).toBe(true)
    visited.add(focused.getAttribute('aria-label') ?? focused.textContent ?? '')
  }
  for (const name of ['Close', 'Name', 'Cancel', 'Create']) expect(visited).toContain(name)
})

test('FMT-28 a dialog whose work is running does not close', async () => {
  const onClose = vi.fn()
  renderInApp(<Sample busy onClose={onClose} />)
  const { user } = await open()
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close' }).disabled).toBe(true)
})

test('a click beside a dialog keeps what was typed', async () => {
  renderInApp(<Sample />)
  const { user } = await open()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Leases')
  const backdrop = document.querySelector('.MuiDialog-container')
  if (backdrop) await user.click(backdrop)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Leases')
})

test('a confirmation says what failed and does nothing before its button', async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn()
  renderInApp(
    <Dialog open onClose={() => undefined} title="Delete items">
      <ConfirmContent
        danger
        action="Delete 3 items"
        error="They are locked."
        onConfirm={onConfirm}
        onCancel={() => undefined}
      >
        These items will be deleted.
      </ConfirmContent>
    </Dialog>,
  )
  expect(screen.getByRole('alert').textContent).toBe('They are locked.')
  expect(onConfirm).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Delete 3 items' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})
