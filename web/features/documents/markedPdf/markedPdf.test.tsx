import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { by, setWindowWidth } from '../../../testing/renderAt.tsx'
import { openRoom, rowOf } from '../testing/openRoom.tsx'
import type { Entry } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'd1', name: 'Lease.pdf', level: 'PDF' },
  { id: 'd2', name: 'Price.pdf', level: 'PRINT' },
]

test('VIEW-29 who is given marked PDFs downloads one from the row’s menu, with a password where they want one; others are offered none', async () => {
  const asked: unknown[] = []
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} from ${new URL(this.href).pathname}`)
  })
  const { user } = openRoom('', {}, ENTRIES, {
    DownloadMarkedPdf: by(({ documentId, password }) => {
      asked.push([documentId, password])
      return {
        data: {
          downloadMarkedPdf: {
            __typename: 'DownloadMarkedPdfPayload',
            url: '/files/marked/m1',
            name: 'Lease.pdf',
          },
        },
      }
    }),
  })
  const menuOf = async (name: string) => {
    await user.click(within(await rowOf(name)).getByRole('button', { name: `Actions for ${name}` }))
    return screen.findByRole('menu')
  }
  const menu = within(await menuOf('Price.pdf'))
  expect(menu.queryByRole('menuitem', { name: /Download/ })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  const offered = within(await menuOf('Lease.pdf'))
  expect(offered.queryByRole('menuitem', { name: 'Download' })).toBeNull()
  await user.click(offered.getByRole('menuitem', { name: 'Download marked PDF' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Download marked PDF' }))
  await user.type(dialog.getByLabelText(/^Password/), 'seven77')
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  await dialog.findByText('Please enter 8 to 64 characters.')
  expect(asked).toEqual([])
  await user.type(dialog.getByLabelText(/^Password/), '8')
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(saved).toEqual(['Lease.pdf from /files/marked/m1']))
  expect(asked).toEqual([['d1', 'seven778']])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('VIEW-29 a selection offers what is allowed of at least one of its files, and nothing else', async () => {
  const { user } = openRoom('', {}, [
    ...ENTRIES,
    { id: 'd3', name: 'Model.xlsx', level: 'VIEW' },
    { id: 'd4', name: 'Teaser.pdf' },
  ])
  const selects = async (name: string) =>
    user.click(within(await rowOf(name)).getByRole('checkbox', { name: `Select ${name}` }))
  const offered = () =>
    within(screen.getByRole('toolbar'))
      .queryAllByRole('button', { name: /^(Download|Print)/ })
      .map(({ textContent }) => textContent)
  await selects('Price.pdf')
  await selects('Model.xlsx')
  expect(offered()).toEqual(['Download as zip'])
  await selects('Lease.pdf')
  expect(offered()).toEqual(['Download marked PDF', 'Download as zip'])
  await selects('Teaser.pdf')
  expect(offered()).toEqual(['Download', 'Download marked PDF', 'Download as zip'])
})
