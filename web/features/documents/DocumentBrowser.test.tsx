import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { by, refused, SERVER_ERROR, setWindowWidth } from '../../testing/renderAt.tsx'
import { addressOf, ENTRIES, openRoom, rowOf } from './testing/openRoom.tsx'
import { BASE, ROOT, room, TREE } from './testing/room.ts'

beforeEach(() => setWindowWidth(1440))

test('DOC-01 DOC-09 a folder row opens the folder, a file row its preview', async () => {
  const page = openRoom()
  await page.user.click(within(await rowOf('02 Permits')).getByRole('link'))
  await rowOf('Zoning permit.docx')
  expect(addressOf(page)).toBe(`${BASE}/f1`)
  await page.user.click(within(await rowOf('Zoning permit.docx')).getByRole('link'))
  await screen.findByRole('region', { name: 'Preview of Zoning permit.docx' })
  expect(addressOf(page)).toBe(`${BASE}/d4`)
})

test('DOC-20 breadcrumbs lead to each ancestor; the last one is where one is', async () => {
  const page = openRoom('/f3')
  const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumbs' })
  expect(
    within(crumbs)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Documents', '02 Permits', '02.1 County'])
  expect(within(crumbs).queryByRole('link', { name: '02.1 County' })).toBeNull()
  await page.user.click(within(crumbs).getByRole('link', { name: '02 Permits' }))
  await rowOf('Zoning permit.docx')
  expect(addressOf(page)).toBe(`${BASE}/f1`)
})

test('DOC-02 the address with the root’s id shows the root', async () => {
  openRoom(`/${ROOT}`)
  expect(await rowOf('PPA.pdf')).toBeTruthy()
})

test.each(['tiles', 'nonsense'])('the view %s, which there is not, is the list', async (view) => {
  openRoom(`?view=${view}`, { canEdit: true, allowRootFiles: true })
  expect(await rowOf('PPA.pdf')).toBeTruthy()
})

test('DOC-17 ERR-12 an unknown or hidden document shows the not-found screen', async () => {
  const page = openRoom('/gone')
  expect(await screen.findByText('Document not found.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await page.user.click(screen.getByRole('link', { name: 'Go to all documents' }))
  expect(await rowOf('PPA.pdf')).toBeTruthy()
})

test('DOC-17 ERR-12 a tree without the view right shows the no-permission screen', async () => {
  openRoom('', {}, ENTRIES, { OpenDocument: refused('FORBIDDEN', 'Not authorized.') })
  expect(await screen.findByText('Not authorized.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('ERR-12 any other error shows in red with its text and a way to try again', async () => {
  let fails = true
  const scripted = room([...ENTRIES])
  const { OpenDocument } = scripted.answers
  const { user } = openRoom('', {}, ENTRIES, {
    OpenDocument: by((variables) =>
      fails || typeof OpenDocument !== 'function' ? SERVER_ERROR : OpenDocument(variables),
    ),
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('A server error has occurred')
  fails = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await rowOf('PPA.pdf')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('DOC-19 DOC-20 while another folder opens slowly the way, the tools and the columns stay', async () => {
  const scripted = room([...ENTRIES], { canEdit: true, canEditPermissions: true })
  const { OpenDocument } = scripted.answers
  const slow = Promise.withResolvers<void>()
  const { user } = openRoom('', { canEdit: true, canEditPermissions: true }, ENTRIES, {
    OpenDocument: by(async (variables) => {
      if (variables.documentId === 'f1') await slow.promise
      return typeof OpenDocument === 'function' ? OpenDocument(variables) : SERVER_ERROR
    }),
  })
  await user.click(await screen.findByRole('link', { name: '02 Permits' }))
  await waitFor(() => expect(document.querySelector('[aria-busy="true"] [data-tools]')).not.toBeNull())
  const waiting = document.querySelector('[aria-busy="true"]') as HTMLElement
  expect(waiting.textContent).toContain('New folder')
  expect(waiting.querySelector('nav[aria-label="Breadcrumbs"]')?.textContent).toContain('Documents')
  expect([...waiting.querySelectorAll('[role="columnheader"]')].map((head) => head.textContent)).toContain(
    'Permissions',
  )
  slow.resolve()
  await waitFor(() => expect(document.querySelector('[aria-busy="true"] [data-tools]')).toBeNull())
})

test('another tab may have changed the folder: it is read again when the window gets the focus', async () => {
  const scripted = openRoom('', {}, ENTRIES)
  await rowOf('PPA.pdf')
  const before = scripted.asked.filter((name) => name === 'OpenDocument' || name === 'FolderPage').length
  act(() => void window.dispatchEvent(new Event('focus')))
  await waitFor(() =>
    expect(
      scripted.asked.filter((name) => name === 'OpenDocument' || name === 'FolderPage').length,
    ).toBeGreaterThan(before),
  )
})

test('DOP-12 what the person deletes shows in their other tabs immediately, without a look at them', async () => {
  const page = openRoom('', { canDelete: true }, ENTRIES)
  await rowOf('PPA.pdf')
  const readings = () => page.asked.filter((name) => name === 'OpenDocument' || name === 'FolderPage').length
  const otherTab = new BroadcastChannel('documents.changed')
  const before = readings()
  otherTab.postMessage('another tree')
  otherTab.postMessage(TREE)
  await waitFor(() => expect(readings()).toBe(before + 1))
  otherTab.close()
})
