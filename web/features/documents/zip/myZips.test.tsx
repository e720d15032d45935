import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import {
  type Answers,
  by,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'
import { BASE, type Entry, room } from '../testing/room.ts'
import { zip } from '../testing/zips.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [{ id: 'd1', name: 'PPA.pdf', size: 4_800_000 }]

/** A zip of a folder, and of so many documents besides. */
const mine = (id: string, name: string | null, more: object = {}) =>
  zip({
    id,
    createdAt: new Date().toISOString(),
    expiresAt: null,
    chosenCount: 1,
    firstChosen: name === null ? null : { __typename: 'Document', id: `of ${id}`, name },
    ...more,
  })
const READY = { state: 'READY', url: '/zip-exports/z2', expiresAt: '2026-12-24T12:00:00.000Z' }

function open(zips: object[], answers: Answers = {}, count = zips.length) {
  const scripted = room([...ENTRIES])
  const page = renderAt(BASE, {
    ...scripted.answers,
    MyZips: by(() => ({ data: { zipExports: zips, zipExportCount: count } })),
    CancelZipExport: by(({ id }) => {
      zips.splice(
        zips.findIndex((each) => (each as { id: string }).id === id),
        1,
      )
      return { data: { cancelZipExport: zip({ id, state: 'CANCELLED' }) } }
    }),
    ...answers,
  })
  return { ...page, user: userEvent.setup() }
}

async function list(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  await user.click(screen.getByRole('menuitem', { name: 'Zip downloads' }))
  return screen.findByRole('dialog', { name: 'Zip downloads' })
}
const rows = (dialog: HTMLElement) => within(dialog).findAllByRole('listitem')

test('DOP-25 a zip whose window was closed is found again: its progress, its download or why it failed', async () => {
  const { user } = open([
    mine('z1', '02 Permits', { state: 'RUNNING', filesDone: 1, bytesDone: 500_000 }),
    mine('z2', 'PPA.pdf', { ...READY, chosenCount: 3 }),
    mine('z3', null, {
      state: 'FAILED',
      failure: 'There is not enough space on the server for the zip.',
      chosenCount: 2,
    }),
  ])
  const dialog = await list(user)
  const [making, ready, failed] = await rows(dialog)
  expect(making?.textContent).toContain('02 Permits')
  expect(making?.textContent).toContain('1 of 2 files, 500 KB of 2.0 MB')
  expect(within(dialog).getByRole('progressbar', { name: 'Progress of 02 Permits' })).toBeTruthy()
  expect(ready?.textContent).toContain('PPA.pdf and 2 more')
  expect(ready?.textContent).toMatch(/2 files, 2\.0 MB · just now · kept until 12\/24\/2026/)
  const link = within(dialog).getByRole('link', { name: 'Download zip of PPA.pdf and 2 more' })
  expect(link.getAttribute('href')).toBe('/zip-exports/z2')
  expect(failed?.textContent).toBe('2 itemsThere is not enough space on the server for the zip.')
})

test('DOP-25 it is cancelled there as well', async () => {
  const { user } = open([mine('z1', '02 Permits'), mine('z2', 'PPA.pdf', READY)])
  const dialog = await list(user)
  await user.click(await within(dialog).findByRole('button', { name: 'Cancel zip of 02 Permits' }))
  await waitFor(async () => expect(await rows(dialog)).toHaveLength(1))
  expect(within(dialog).queryByRole('button', { name: /^Cancel/ })).toBeNull()
})

test('DOP-26 a cancelling that fails says so, and the zip stays', async () => {
  const { user } = open([mine('z1', '02 Permits')], { CancelZipExport: SERVER_ERROR })
  const dialog = await list(user)
  await user.click(await within(dialog).findByRole('button', { name: 'Cancel zip of 02 Permits' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('A server error has occurred')
  expect(await rows(dialog)).toHaveLength(1)
})

test('one in the making is looked at again until it is ready', async () => {
  const zips = [mine('z1', '02 Permits')]
  const { user } = open(zips)
  const dialog = await list(user)
  await within(dialog).findByText('Waiting for its turn: 2 files, 2.0 MB')
  zips[0] = mine('z1', '02 Permits', READY)
  expect(
    await within(dialog).findByRole('link', { name: 'Download zip of 02 Permits' }, { timeout: 3000 }),
  ).toBeTruthy()
})

test('PERM-10 DOP-28 one that has expired when it is asked for says so', async () => {
  const zips = [mine('z1', '02 Permits', READY)]
  const { user } = open(zips)
  const dialog = await list(user)
  const link = await within(dialog).findByRole('link', { name: 'Download zip of 02 Permits' })
  // The test has nowhere to go.
  link.addEventListener('click', (event) => event.preventDefault())
  zips.pop()
  await user.click(link)
  expect(
    await within(dialog).findByText('The zip is no longer there. Please ask for it again.', undefined, {
      timeout: 3000,
    }),
  ).toBeTruthy()
})

test('none says what to do; of more than are listed a sentence tells; what fails can be tried again', async () => {
  const { user, unmount } = open([])
  expect(await within(await list(user)).findByText('You have no zips here.')).toBeTruthy()
  unmount()
  const many = open([mine('z1', '02 Permits', READY)], {}, 130)
  expect(await within(await list(many.user)).findByText('The newest 1 of 130.')).toBeTruthy()
  many.unmount()
  let fails = true
  const broken = open([], {
    MyZips: by(() =>
      fails ? SERVER_ERROR : { data: { zipExports: [mine('z1', '02 Permits', READY)], zipExportCount: 1 } },
    ),
  })
  const dialog = await list(broken.user)
  fails = false
  await broken.user.click(await within(dialog).findByRole('button', { name: 'Try again' }))
  expect(await rows(dialog)).toHaveLength(1)
})

test('DOP-26 who has too many in the making is led to them from the question', async () => {
  const sentence = '3 of your zips are still being made. Please wait until one of them is ready.'
  const { user } = open([mine('z1', '02 Permits')], {
    ZipTotals: {
      data: {
        zipContent: {
          __typename: 'ZipContent',
          exportableCount: 2,
          exportableBytes: 2_000_000,
          unexportableCount: 0,
          viewOnlyCount: 0,
        },
      },
    },
    SubmitZipDownload: refused('CONFLICT', sentence),
  })
  await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  await user.click(screen.getByRole('menuitem', { name: 'Download as zip' }))
  await user.click(await screen.findByRole('button', { name: 'Make zip' }))
  await screen.findByText(sentence)
  await user.click(screen.getByRole('button', { name: 'Show my zips' }))
  const dialog = await screen.findByRole('dialog', { name: 'Zip downloads' })
  expect(await rows(dialog)).toHaveLength(1)
})
