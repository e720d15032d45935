import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { by, refused, setWindowWidth } from '../../../testing/renderAt.tsx'
import { ENTRIES, openRoom, rowOf } from '../testing/openRoom.tsx'
import { room } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

test('DOC-41 the selection is dropped on a change of folder', async () => {
  const { user, router } = openRoom()
  await user.click(within(await rowOf('PPA.pdf')).getByRole('checkbox'))
  await user.click(within(await rowOf('Site.png')).getByRole('checkbox'))
  const strip = screen.getByRole('toolbar', { name: 'Selection' })
  expect(strip.textContent).toContain('2 selected4.9 MB')
  await user.click(within(await rowOf('02 Permits')).getByRole('link'))
  await rowOf('Zoning permit.docx')
  expect(screen.queryByText('2 selected')).toBeNull()
  await act(() => router.navigate(-1))
  await rowOf('PPA.pdf')
  expect(screen.queryByText('2 selected')).toBeNull()
})

test('DOC-41 the selection is dropped on a change of view', async () => {
  const { user } = openRoom()
  await user.click(within(await rowOf('PPA.pdf')).getByRole('checkbox'))
  await screen.findByText('1 selected')
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'List' }))
  await rowOf('PPA.pdf')
  expect(screen.queryByText('1 selected')).toBeNull()
})

test('DOP-20 a download gets an address, with a spinner in the row meanwhile, and keeps the name', async () => {
  const asked = Promise.withResolvers<void>()
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} from ${new URL(this.href).pathname}`)
  })
  const scripted = room([...ENTRIES])
  const { DownloadFile } = scripted.answers
  const { user } = openRoom('', {}, ENTRIES, {
    DownloadFile: by(async (variables) => {
      await asked.promise
      return typeof DownloadFile === 'function' ? DownloadFile(variables) : {}
    }),
  })
  await user.click(within(await rowOf('PPA.pdf')).getByRole('button', { name: 'Actions for PPA.pdf' }))
  await user.click(screen.getByRole('menuitem', { name: 'Download' }))
  expect(within(await rowOf('PPA.pdf')).getByRole('progressbar')).toBeTruthy()
  expect(saved).toEqual([])
  asked.resolve()
  await waitFor(() => expect(saved).toEqual(['PPA.pdf from /files/d1']))
  expect(within(await rowOf('PPA.pdf')).queryByRole('progressbar')).toBeNull()
})

test('several files are downloaded one after the other; folders are not', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { user } = openRoom()
  for (const name of ['PPA.pdf', '02 Permits', 'Site.png']) {
    await user.click(within(await rowOf(name)).getByRole('checkbox'))
  }
  const strip = screen.getByRole('toolbar', { name: 'Selection' })
  expect(within(strip).getByRole<HTMLButtonElement>('button', { name: 'Download' }).disabled).toBe(true)
  await user.click(within(await rowOf('02 Permits')).getByRole('checkbox'))
  await user.click(within(strip).getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(saved).toEqual(['PPA.pdf', 'Site.png']))
})

test('DOC-40 of several downloads one sentence tells what failed, and the rest comes', async () => {
  const answer = room([...ENTRIES]).answers.DownloadFile
  const { user } = openRoom('', {}, ENTRIES, {
    DownloadFile: by((variables) =>
      variables.documentId === 'd1' || typeof answer !== 'function'
        ? refused('NOT_FOUND', 'Document not found.')
        : answer(variables),
    ),
  })
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  for (const name of ['PPA.pdf', 'Site.png'])
    await user.click(within(await rowOf(name)).getByRole('checkbox'))
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Download' }))
  expect(
    await screen.findByText('1 of 2 files could not be downloaded: PPA.pdf. Document not found.'),
  ).toBeTruthy()
  expect(saved).toEqual(['Site.png'])
})

test('a download that fails says which and why', async () => {
  const { user } = openRoom('', {}, ENTRIES, { DownloadFile: refused('NOT_FOUND', 'Document not found.') })
  await user.click(within(await rowOf('PPA.pdf')).getByRole('button', { name: 'Actions for PPA.pdf' }))
  await user.click(screen.getByRole('menuitem', { name: 'Download' }))
  expect(await screen.findByText('PPA.pdf could not be downloaded: Document not found.')).toBeTruthy()
  expect(within(await rowOf('PPA.pdf')).queryByRole('progressbar')).toBeNull()
})
