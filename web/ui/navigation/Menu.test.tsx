// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { CopyLinkButton } from './CopyLinkButton.tsx'
import { MenuButton, type MenuEntry } from './Menu.tsx'

const ENTRIES: MenuEntry[] = [
  { key: 'open', label: 'Open', to: '/there' },
  { key: 'get', label: 'Download', href: '/files/1', download: true },
  { key: 'rename', label: 'Rename', disabled: true, reason: 'It is locked.' },
  { key: 'delete', label: 'Delete', tone: 'danger', divider: true },
]

const withEntry = (entry: Partial<MenuEntry>): MenuEntry[] => [{ key: 'copy', label: 'Copy link', ...entry }]
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const written = vi.fn(async () => undefined)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  written.mockClear()
})

test.each([
  ['Copied!', 'Copy link'],
  ['Sent!', 'Resend invitation'],
])('FMT-18 a menu that says %s closes after 1 second', (done, label) => {
  vi.useFakeTimers()
  const onSelect = vi.fn()
  renderInApp(<MenuButton label="More" entries={withEntry({ label, done, onSelect })} />)
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  fireEvent.click(screen.getByRole('menuitem', { name: label }))
  expect(onSelect).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toBe(done)
  pass(999)
  expect(screen.getByRole('menu')).toBeTruthy()
  pass(1)
  expect(screen.queryByRole('menu')).toBeNull()
})

test('FMT-18 other entries close their menu immediately', async () => {
  const user = userEvent.setup()
  const onSelect = vi.fn()
  renderInApp(<MenuButton label="More" entries={withEntry({ onSelect })} />)
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
  expect(onSelect).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})

test('entries lead to pages, to downloads, or say why they are disabled', async () => {
  const user = userEvent.setup()
  renderInApp(<MenuButton label="More" entries={ENTRIES} />)
  const button = screen.getByRole('button', { name: 'More' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await user.click(button)
  const download = screen.getByRole<HTMLAnchorElement>('menuitem', { name: 'Download' })
  expect([download.getAttribute('href'), download.hasAttribute('download')]).toEqual(['/files/1', true])
  expect(screen.getByRole('menuitem', { name: 'Rename' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByRole('separator')).toHaveLength(1)
  await user.click(screen.getByRole('menuitem', { name: 'Open' }))
  expect(screen.getByTestId('where').textContent).toBe('/there')
})

test('a menu opens, walks and closes by keyboard and gives the focus back', async () => {
  const user = userEvent.setup()
  renderInApp(<MenuButton label="More" entries={ENTRIES} />)
  const button = screen.getByRole('button', { name: 'More' })
  act(() => button.focus())
  await user.keyboard('{Enter}')
  expect(document.activeElement?.textContent).toBe('Open')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Download')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('FMT-17 a copy-link button says Copied! for 1 second and is disabled meanwhile', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } })
  renderInApp(<CopyLinkButton link="https://room.example/p/1" />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Copy link' })
  await act(async () => fireEvent.click(button))
  expect(written).toHaveBeenCalledExactlyOnceWith('https://room.example/p/1')
  expect([button.textContent, button.disabled]).toEqual(['Copied!', true])
  pass(999)
  expect([button.textContent, button.disabled]).toEqual(['Copied!', true])
  pass(1)
  expect([button.textContent, button.disabled]).toEqual(['Copy link', false])
})
