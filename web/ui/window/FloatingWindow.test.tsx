// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp, setViewport } from '../testing/render.tsx'
import { FloatingWindow, type FloatingWindowProps, windowSizes } from './FloatingWindow.tsx'

function renderWindow(props: Partial<FloatingWindowProps> = {}) {
  const onClose = vi.fn()
  renderInApp(
    <FloatingWindow title="Uploading... 58%" sizes={windowSizes.compact} onClose={onClose} {...props}>
      <p>27 of 64 items remaining</p>
    </FloatingWindow>,
  )
  return { onClose, user: userEvent.setup() }
}

/** Place and size as the browser gets them. */
function rect() {
  const frame = screen.getByRole('dialog', { name: 'Uploading... 58%' }).parentElement as HTMLElement
  const [x, y] = [...frame.style.transform.matchAll(/(-?[\d.]+)px/g)].map((match) => Number(match[1]))
  return { x, y, width: Number.parseFloat(frame.style.width), height: Number.parseFloat(frame.style.height) }
}

const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

/** There is no layout here: a box stands where its own style puts it. */
function boxOfStyle(this: HTMLElement): DOMRect {
  const [x = 0, y = 0] = [...this.style.transform.matchAll(/(-?[\d.]+)px/g)].map((match) => Number(match[1]))
  return new DOMRect(
    x,
    y,
    Number.parseFloat(this.style.width) || 0,
    Number.parseFloat(this.style.height) || 0,
  )
}

beforeEach(() => {
  setViewport(1440, 900)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(boxOfStyle)
})
afterEach(() => vi.restoreAllMocks())

test('UPL-32 minimise and maximise work, and restoring brings back the former size', async () => {
  const { user } = renderWindow()
  const opened = rect()
  expect(opened).toEqual({ x: 916, y: 566, width: 500, height: 310 })

  await user.click(press('Minimise'))
  expect(rect()).toEqual({ x: 1030, y: 822, width: 386, height: 54 })
  expect(screen.queryByText('27 of 64 items remaining')).toBeNull()
  await user.click(press('Restore'))
  expect(rect()).toEqual(opened)

  await user.click(press('Maximise'))
  expect(rect()).toMatchObject({ width: 720, height: 560 })
  await user.click(press('Restore former size'))
  expect(rect()).toEqual(opened)
  expect(screen.getByText('27 of 64 items remaining')).toBeTruthy()
})

test('UPL-32 it stays inside a browser window that shrinks, and goes back when that grows', () => {
  renderWindow()
  act(() => setViewport(900, 500))
  expect(rect()).toEqual({ x: 400, y: 190, width: 500, height: 310 })
  act(() => setViewport(1440, 900))
  expect(rect()).toEqual({ x: 916, y: 566, width: 500, height: 310 })
})

test('UPL-32 it moves and resizes by keyboard from its title', async () => {
  const { user } = renderWindow()
  act(() => screen.getByRole('group', { name: 'Uploading... 58%' }).focus())
  await user.keyboard('{ArrowUp}{ArrowLeft}')
  expect(rect()).toEqual({ x: 892, y: 542, width: 500, height: 310 })
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  expect(rect()).toEqual({ x: 868, y: 542, width: 524, height: 310 })
  for (let step = 0; step < 60; step += 1) await user.keyboard('{ArrowDown}')
  expect(rect().y).toBe(900 - 310)
})

test('UPL-28 it cannot be closed while busy, and can be once nothing is running', async () => {
  const { user, onClose } = renderWindow({ busy: true })
  expect(press('Close').disabled).toBe(true)
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})

test('UPL-28 with nothing running its cross closes it', async () => {
  const { user, onClose } = renderWindow()
  await user.click(press('Close'))
  expect(onClose).toHaveBeenCalledOnce()
})

test('FMT-16 a window without sizes of its own starts at 1200x480', () => {
  renderWindow({ sizes: undefined })
  expect(rect()).toMatchObject({ width: 1200, height: 480 })
})

test('on a phone it is a bar at the bottom that expands to a sheet', async () => {
  setViewport(390, 844)
  const { user } = renderWindow({ busy: true, summary: '1 failed' })
  const bar = screen.getByRole('button', { name: /Uploading\.\.\. 58%/ })
  expect(bar.textContent).toBe('Uploading... 58%1 failed')
  expect(bar.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByText('27 of 64 items remaining')).toBeNull()
  expect(document.documentElement.style.getPropertyValue('--bottom-window')).toBe('54px')
  await user.click(bar)
  expect(screen.getByText('27 of 64 items remaining')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})
