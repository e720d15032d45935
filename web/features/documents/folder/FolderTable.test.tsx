import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { by, SERVER_ERROR, setWindowWidth, stopClock } from '../../../testing/renderAt.tsx'
import { layOut, scrollPage } from '../testing/layOut.ts'
import { ENTRIES, grid, openRoom, rowOf } from '../testing/openRoom.tsx'
import { BASE, type Entry, room } from '../testing/room.ts'

beforeEach(() => {
  setWindowWidth(1440)
  window.scrollTo(0, 0)
})

const names = () => [...document.querySelectorAll('[data-row] a')].map((link) => link.textContent)
const headers = async () =>
  within(await grid())
    .getAllByRole('columnheader')
    .map((header) => header.textContent)

test('DOC-06 DOC-08 it has checkbox, name, size, last modified and menu, but no permissions', async () => {
  openRoom()
  await rowOf('PPA.pdf')
  expect(await headers()).toEqual(['Selected', 'Name', 'Size', 'Last modified', 'Actions'])
  const cells = within(await rowOf('PPA.pdf')).getAllByRole('gridcell')
  expect(cells.map((cell) => cell.textContent)).toEqual(['', 'PDFPPA.pdf', '4.8 MB', '2 minutes ago', ''])
  expect(within(await rowOf('PPA.pdf')).getByRole('checkbox', { name: 'Select PPA.pdf' })).toBeTruthy()
  expect(within(await rowOf('02 Permits')).getAllByRole('gridcell')[2]?.textContent).toBe('1 file')
})

test('DOC-08 PERM-07 documents admins see who is permitted, as far as it differs from the folder above', async () => {
  const permitted = ['Asset management', 'Independent engineering advisers']
  openRoom('', { canEditPermissions: true }, [{ id: 'd1', name: 'PPA.pdf', permitted }, ...ENTRIES.slice(3)])
  expect(await headers()).toContain('Permissions')
  expect(within(await rowOf('PPA.pdf')).getAllByRole('gridcell')[2]?.textContent).toBe(
    // What is only read out stands before and after what is seen.
    'Permissions of PPA.pdf: Only Asset managementIndependent engineer…',
  )
  expect(within(await rowOf('Site.png')).getAllByRole('gridcell')[2]?.textContent).toBe(
    'Permissions of Site.png: Nobody',
  )
})

test('DOC-15 a head sorts by the server’s order, and the one of the names brings that of the names back', async () => {
  const files = [
    { id: 'd1', name: 'A.pdf', size: 10 },
    { id: 'd2', name: 'B.pdf', size: 30 },
    { id: 'd3', name: 'C.pdf', size: 20 },
  ]
  const { user } = openRoom('', {}, files)
  const shown = () => [...document.querySelectorAll('[data-row] a')].map((link) => link.textContent)
  const head = (name: string) => screen.getByRole('columnheader', { name })
  await screen.findByRole('link', { name: 'A.pdf' })
  expect(head('Name').getAttribute('aria-sort')).toBe('ascending')
  await user.click(screen.getByRole('button', { name: 'Size' }))
  await waitFor(() => expect(shown()).toEqual(['A.pdf', 'C.pdf', 'B.pdf']))
  expect(screen.queryByText('This folder is empty')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Size' }))
  await waitFor(() => expect(shown()).toEqual(['B.pdf', 'C.pdf', 'A.pdf']))
  expect(head('Size').getAttribute('aria-sort')).toBe('descending')
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(shown()).toEqual(['A.pdf', 'B.pdf', 'C.pdf']))
})

test('DOC-15 entries stand in the order of the server', async () => {
  openRoom()
  await rowOf('PPA.pdf')
  expect(names()).toEqual(['02 Permits', '03 Offtake', 'Notes.txt', 'PPA.pdf', 'Site.png'])
})

test('DOC-05 the row that the address points at is marked', async () => {
  openRoom('?highlightedId=d2')
  expect((await rowOf('Site.png')).hasAttribute('data-highlighted')).toBe(true)
  expect((await rowOf('PPA.pdf')).hasAttribute('data-highlighted')).toBe(false)
})

test('DOC-19 while the folder loads there are five rows of skeleton, after 150 ms', async () => {
  const clock = stopClock()
  const asked = Promise.withResolvers<void>()
  const never = by(() => {
    asked.resolve()
    return new Promise(() => {})
  })
  openRoom('', {}, ENTRIES, { OpenDocument: never })
  await asked.promise
  const waiting = () => document.querySelectorAll('[role="row"][aria-busy="true"]')
  await clock.pass(149)
  expect(waiting()).toHaveLength(0)
  await clock.pass(1)
  await vi.waitFor(() => expect(waiting()).toHaveLength(5))
})

/** What everybody has for themselves. */
const PERSONAL = ['Add to favourites', 'Private note']

test('DOC-39 copy link gives the document’s own address, and the menu closes after a second', async () => {
  const { user } = openRoom()
  await user.click(within(await rowOf('PPA.pdf')).getByRole('button', { name: 'Actions for PPA.pdf' }))
  const entries = screen.getAllByRole('menuitem').map((item) => item.textContent)
  expect(entries).toEqual(['Open', 'Download', 'Download marked PDF', 'Copy link', ...PERSONAL])
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}${BASE}/d1`)
  expect(screen.getByRole('menuitem', { name: 'Copied!' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull(), { timeout: 1500 })
})

test('DOP-21 a right click opens the same menu; a folder is downloaded as zip', async () => {
  const { user } = openRoom()
  await user.pointer({ keys: '[MouseRight]', target: await rowOf('02 Permits') })
  const entries = screen.getAllByRole('menuitem').map((item) => item.textContent)
  expect(entries).toEqual(['Open', 'Download as zip', 'Copy link', ...PERSONAL])
})

test('DOC-40 on a phone the first row is selected from its menu, too, and tells its first label', async () => {
  setWindowWidth(390)
  const { user } = openRoom('', {}, [{ id: 'd1', name: 'PPA.pdf', labels: ['Executed', 'Draft'] }])
  expect((await rowOf('PPA.pdf')).textContent).toContain('Executed+1Draft')
  await user.click(screen.getByRole('button', { name: 'Actions for PPA.pdf' }))
  await user.click(screen.getByRole('menuitem', { name: 'Select' }))
  expect((await screen.findByRole('toolbar', { name: 'Selection' })).textContent).toContain('1 selected')
  await user.click(screen.getByRole('button', { name: 'Actions for PPA.pdf' }))
  expect(screen.queryByRole('menuitem', { name: 'Select' })).toBeNull()
})

test('rows have two lines, and New folder and Upload share a menu', async () => {
  setWindowWidth(390)
  const { user } = openRoom('/f1', { canEdit: true, canEditPermissions: true })
  const permit = await rowOf('Zoning permit.docx')
  expect(permit.textContent).toContain('386 KB·2 minutes ago·')
  expect(screen.getByRole('link', { name: 'Back to Documents' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Folder actions' }))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'New folder',
    'Upload files',
    'Upload folder',
    'Stage files',
    'Stage folder',
    'Download as zip',
    'Zip downloads',
    'Move',
    'Permissions',
    'Who could see this',
    'Show favourites',
    'Show new',
    'Show dates',
    'Viewing and marks',
    'Trace a mark',
    'Staged',
  ])
})

// By their words, since looking by roles through so many rows takes seconds.
describe('long folders', () => {
  const LONG: readonly Entry[] = Array.from({ length: 1200 }, (_, at) => ({
    id: `n${at}`,
    name: `Entry ${at}`,
  }))

  beforeEach(() => layOut(LONG.length * 42))

  test('only what is in view is asked for, and only that is on the page', async () => {
    const page = openRoom('', {}, LONG)
    await screen.findByText('Entry 0')
    expect((await grid()).getAttribute('aria-rowcount')).toBe('1201')
    expect(document.querySelectorAll('[role="row"]').length).toBeLessThan(90)
    expect(page.asked.filter((name) => name === 'FolderPage')).toEqual([])
    scrollPage(20_000)
    expect(await screen.findByText(`Entry ${Math.round(20_000 / 42)}`)).toBeTruthy()
    expect(page.asked.filter((name) => name === 'FolderPage').length).toBeLessThanOrEqual(2)
    expect(document.querySelectorAll('[role="row"]').length).toBeLessThan(90)
  })

  test('a part that could not be loaded says so, and is asked for once more', async () => {
    let fails = true
    const scripted = room([...LONG])
    const { FolderPage } = scripted.answers
    const { user } = openRoom('', {}, LONG, {
      FolderPage: by((variables) =>
        fails || typeof FolderPage !== 'function' ? SERVER_ERROR : FolderPage(variables),
      ),
    })
    await screen.findByText('Entry 0')
    scrollPage(20_000)
    const alert = (await screen.findByText('A server error has occurred')).closest('[role="alert"]')
    fails = false
    await user.click(within(alert as HTMLElement).getByText('Try again'))
    expect(await screen.findByText(`Entry ${Math.round(20_000 / 42)}`)).toBeTruthy()
    expect(screen.queryByText('A server error has occurred')).toBeNull()
  })

  test('DOC-05 a row far down the folder is found and brought into view', async () => {
    const page = openRoom('?highlightedId=n1050', {}, LONG)
    await screen.findByText('Entry 0')
    await waitFor(() => expect(window.scrollY).toBeGreaterThan(1000 * 42))
    // A browser tells of scrolling in its own time; here it is told until somebody listens.
    const entry = await waitFor(() => {
      act(() => void window.dispatchEvent(new Event('scroll')))
      return screen.getByText('Entry 1050')
    })
    const found = entry.closest('[role="row"]')
    expect(found?.hasAttribute('data-highlighted')).toBe(true)
    expect(page.asked.filter((name) => name === 'FolderPage').length).toBeLessThanOrEqual(2)
  })
})
