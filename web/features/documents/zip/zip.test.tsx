import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Answers,
  by,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
  stopClock,
} from '../../../testing/renderAt.tsx'
import { BASE, type Entry, room } from '../testing/room.ts'
import { zip } from '../testing/zips.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true },
  { id: 'd4', name: 'Zoning permit.docx', in: 'f1' },
  { id: 'd1', name: 'PPA.pdf', size: 4_800_000 },
]

const file = (id: string, filePath: string) => ({ __typename: 'ZipEntry', id, filePath })
const READY = { state: 'READY', filesDone: 2, bytesDone: 2_000_000, url: '/zip-exports/zip-1' }

const IN_ZIP = [file('d4', '02 Permits/Zoning permit.docx'), file('d5', '02 Permits/Site.png')]
const content = (more: object = {}) => ({
  data: {
    zipContent: {
      __typename: 'ZipContent',
      exportableCount: 2,
      exportableBytes: 2_000_000,
      unexportableCount: 0,
      viewOnlyCount: 0,
      ...more,
    },
  },
})
const submitted = (more: object = {}) => ({
  data: {
    submitZipDownload: {
      __typename: 'SubmitZipDownloadPayload',
      exportable: IN_ZIP,
      exportableCount: 2,
      unexportable: [],
      unexportableCount: 0,
      viewOnly: [],
      viewOnlyCount: 0,
      zipExport: zip(),
      ...more,
    },
  },
})
const stateOf = (...states: object[]) => {
  let at = 0
  return by(() => {
    const state = states[Math.min(at, states.length - 1)]
    at += 1
    return { data: { zipExport: zip(state) } }
  })
}

function open(answers: Answers = {}, path = '') {
  const scripted = room([...ENTRIES])
  const page = renderAt(`${BASE}${path}`, {
    ...scripted.answers,
    ZipTotals: content(),
    SubmitZipDownload: submitted(),
    ZipState: stateOf({}),
    ...answers,
  })
  return { ...page, user: userEvent.setup() }
}

type User = ReturnType<typeof userEvent.setup>

const row = async (name: string) => {
  const found = (await screen.findByRole('link', { name })).closest('[role="row"]')
  if (!(found instanceof HTMLElement)) throw new Error(`${name} stands in no row`)
  return found
}
async function stage(user: User, name = '02 Permits') {
  await user.click(within(await row(name)).getByRole('button', { name: `Actions for ${name}` }))
  await user.click(screen.getByRole('menuitem', { name: 'Download as zip' }))
  return screen.findByRole('dialog', { name: `Download ${name} as zip` })
}
async function make(user: User) {
  const dialog = await stage(user)
  await user.click(await within(dialog).findByRole('button', { name: 'Make zip' }))
  return dialog
}
const paths = (dialog: HTMLElement, label: string) =>
  [...dialog.querySelectorAll(`ul[aria-label="${label}"] > li`)].map((item) => item.textContent)

describe('the question', () => {
  test('DOP-21 a folder is zipped only once that is confirmed', async () => {
    const { user, asked } = open()
    const dialog = await stage(user)
    expect(await within(dialog).findByText('2 files, 2.0 MB')).toBeTruthy()
    expect(asked).not.toContain('SubmitZipDownload')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).not.toContain('SubmitZipDownload')
  })

  test('DOC-40 DOP-21 a selection of files and folders is asked for as a whole', async () => {
    const named: unknown[] = []
    const { user } = open({
      SubmitZipDownload: by(({ documentIds }) => {
        named.push(documentIds)
        return submitted()
      }),
    })
    for (const name of ['02 Permits', 'PPA.pdf']) {
      await user.click(within(await row(name)).getByRole('checkbox'))
    }
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Download as zip' }))
    const dialog = await screen.findByRole('dialog', { name: 'Download 2 items as zip' })
    await user.click(within(dialog).getByRole('button', { name: 'Make zip' }))
    await waitFor(() => expect(named).toEqual([['f1', 'd1']]))
  })

  test('VIEW-19 VIEW-29 a selection with files that may only be viewed offers the zip without them, and names them', async () => {
    const { user } = open({
      ZipTotals: content({ exportableCount: 1, viewOnlyCount: 1 }),
      SubmitZipDownload: submitted({
        exportable: [file('d1', 'PPA.pdf')],
        exportableCount: 1,
        viewOnly: [file('d4', '02 Permits/Zoning permit.docx')],
        viewOnlyCount: 1,
      }),
    })
    for (const name of ['02 Permits', 'PPA.pdf']) {
      await user.click(within(await row(name)).getByRole('checkbox'))
    }
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Download as zip' }))
    const dialog = await screen.findByRole('dialog', { name: 'Download 2 items as zip' })
    await within(dialog).findByText('1 file, 2.0 MB')
    await within(dialog).findByText('1 file can only be viewed and is not in the zip.')
    await user.click(within(dialog).getByRole('button', { name: 'Make zip' }))
    await within(dialog).findByText('The following files can only be viewed and are not in the zip.')
    expect(paths(dialog, 'Files in the zip')).toEqual([expect.stringMatching(/PPA\.pdf$/)])
    expect(paths(dialog, 'Files that can only be viewed')).toEqual([
      expect.stringMatching(/02 Permits\/Zoning permit\.docx$/),
    ])
  })

  test('VIEW-29 of files that may only be viewed no zip is made', async () => {
    const { user, asked } = open({ ZipTotals: content({ exportableCount: 0, viewOnlyCount: 2 }) })
    const dialog = await stage(user)
    await within(dialog).findByText('The files here can only be viewed, so there is nothing to zip.')
    expect(within(dialog).getByRole('button', { name: 'Make zip' })).toHaveProperty('disabled', true)
    expect(asked).not.toContain('SubmitZipDownload')
  })

  test('numbers before names are chosen in a numbered room, and asked for nowhere else', async () => {
    const chosen: unknown[] = []
    const scripted = room([...ENTRIES], { numbering: 'EACH_READER' })
    const { user } = open({
      ...scripted.answers,
      ZipTotals: content(),
      SubmitZipDownload: by(({ numbersFirst }) => {
        chosen.push(numbersFirst)
        return submitted()
      }),
    })
    const dialog = within(await stage(user))
    const choice = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Numbers before names' })
    expect(choice.checked).toBe(false)
    await user.click(choice)
    await user.click(await dialog.findByRole('button', { name: 'Make zip' }))
    await waitFor(() => expect(chosen).toEqual([true]))
  })

  test('a room without numbers offers none', async () => {
    const chosen: unknown[] = []
    const { user } = open({
      SubmitZipDownload: by(({ numbersFirst }) => {
        chosen.push(numbersFirst)
        return submitted()
      }),
    })
    const dialog = await make(user)
    expect(within(dialog).queryByRole('checkbox')).toBeNull()
    await waitFor(() => expect(chosen).toEqual([false]))
  })

  test('DOP-26 what the server refuses shows in red, and can be tried again', async () => {
    const refusal = '3 of your zips are still being made. Please wait until one of them is ready.'
    const { user } = open({ SubmitZipDownload: refused('CONFLICT', refusal) })
    const dialog = await make(user)
    expect((await within(dialog).findByRole('alert')).textContent).toBe(refusal)
    const again = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Make zip' })
    expect(again.disabled).toBe(false)
  })

  test('DOP-26 a folder without files can not be zipped', async () => {
    const { user } = open({ ZipTotals: content({ exportableCount: 0, exportableBytes: 0 }) })
    const dialog = await stage(user)
    expect(await within(dialog).findByText('There are no files here to zip.')).toBeTruthy()
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Make zip' })
    expect(button.disabled).toBe(true)
  })

  test.each([
    ['folder', `${BASE}/f1`],
    ['search', `${BASE}?q=zon`],
  ])('DOP-17 a change of %s resets what was staged', async (_what, address) => {
    const { user, router } = open()
    await stage(user)
    await router.navigate(address)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await router.navigate(-1)
    await row('PPA.pdf')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the zip', () => {
  test('DOP-22 DOP-25 its files are listed, its progress shows, and it may be closed for an e-mail', async () => {
    const { user } = open({ ZipState: stateOf({ state: 'RUNNING', filesDone: 1, bytesDone: 500_000 }) })
    const dialog = await make(user)
    expect(await within(dialog).findByText('1 of 2 files, 500 KB of 2.0 MB')).toBeTruthy()
    expect(within(dialog).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
    expect(
      within(dialog).getByText(
        'You may close this window. You will then get an e-mail with the link, within 15 minutes as a rule.',
      ),
    ).toBeTruthy()
    expect(paths(dialog, 'Files in the zip')).toEqual([
      '02 Permits/Zoning permit.docx',
      '02 Permits/Site.png',
    ])
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('it is asked about until it is ready, and can then be downloaded', async () => {
    const { user, asked } = open({ ZipState: stateOf({}, { state: 'RUNNING' }, READY) })
    const dialog = await make(user)
    const link = await within(dialog).findByRole('link', { name: 'Download' })
    expect(link.getAttribute('href')).toBe('/zip-exports/zip-1')
    expect(within(dialog).queryByRole('progressbar')).toBeNull()
    const before = asked.filter((name) => name === 'ZipState').length
    await stopClock().pass(60_000)
    expect(asked.filter((name) => name === 'ZipState')).toHaveLength(before)
  })

  test('PERM-10 DOP-28 one that has expired when it is asked for says so', async () => {
    const { user } = open({ ZipState: stateOf(READY, { state: 'EXPIRED' }) })
    const dialog = await make(user)
    const link = await within(dialog).findByRole('link', { name: 'Download' })
    // The test has nowhere to go.
    link.addEventListener('click', (event) => event.preventDefault())
    await user.click(link)
    const over = 'The zip is no longer there. Please ask for it again.'
    expect(await within(dialog).findByText(over, undefined, { timeout: 3000 })).toBeTruthy()
    expect(within(dialog).queryByRole('link', { name: 'Download' })).toBeNull()
  })

  test('DOP-23 files over the limit stand under their sentence, each with its own download', async () => {
    const { user, asked } = open({
      SubmitZipDownload: submitted({
        unexportable: [file('d9', '02 Permits/Flight.mov')],
        unexportableCount: 1,
        viewOnly: [],
        viewOnlyCount: 0,
      }),
    })
    const dialog = await make(user)
    expect(
      await within(dialog).findByText(
        'The following files exceed the 512MB file size limit. Please download them directly.',
      ),
    ).toBeTruthy()
    expect(paths(dialog, 'Files too large for the zip')).toEqual(['02 Permits/Flight.mov'])
    await user.click(within(dialog).getByRole('button', { name: 'Download Flight.mov' }))
    await waitFor(() => expect(asked).toContain('DownloadFile'))
  })

  test('DOP-23 where all are over the limit there is no zip, only their downloads', async () => {
    const { user, asked } = open({
      SubmitZipDownload: submitted({
        exportable: [],
        exportableCount: 0,
        unexportable: [file('d9', '02 Permits/Flight.mov')],
        unexportableCount: 1,
        viewOnly: [],
        viewOnlyCount: 0,
        zipExport: null,
      }),
    })
    const dialog = await make(user)
    await within(dialog).findByRole('button', { name: 'Download Flight.mov' })
    expect(within(dialog).queryByText(/You may close/)).toBeNull()
    expect(asked).not.toContain('ZipState')
  })

  test('DOP-22 a long list comes in pages as it is scrolled', async () => {
    // Pages of two; the server says how many it gives.
    const files = Array.from({ length: 5 }, (_, at) => file(`n${at}`, `02 Permits/Entry ${at}.pdf`))
    const { user } = open({
      SubmitZipDownload: submitted({ exportable: files.slice(0, 2), exportableCount: 5 }),
      ZipFiles: by(({ offset, tooLarge }) => ({
        data: {
          zipContent: {
            __typename: 'ZipContent',
            exportable: tooLarge ? [] : files.slice(Number(offset), Number(offset) + 2),
          },
        },
      })),
    })
    const dialog = await make(user)
    await within(dialog).findByText('In the zip: 5 files')
    const list = within(dialog).getByLabelText('Files in the zip')
    for (const shown of [4, 5]) {
      fireEvent.scroll(list)
      await waitFor(() => expect(paths(dialog, 'Files in the zip')).toHaveLength(shown))
    }
  })

  test.each([
    [
      'its reason',
      stateOf({ state: 'FAILED', failure: 'There is not enough space on the server for the zip.' }),
      /not enough space/,
    ],
    ['that it can not be asked about', SERVER_ERROR, /^A server error has occurred$/],
  ])('DOP-26 what goes wrong shows in red: %s', async (_what, answer, text) => {
    const { user } = open({ ZipState: answer })
    const dialog = await make(user)
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(text)
  })

  test('it can be cancelled while it is made', async () => {
    const cancelled: unknown[] = []
    const { user } = open({
      CancelZipExport: by(({ id }) => {
        cancelled.push(id)
        return { data: { cancelZipExport: zip({ state: 'CANCELLED' }) } }
      }),
    })
    const dialog = await make(user)
    await user.click(await within(dialog).findByRole('button', { name: 'Cancel zip' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(cancelled).toEqual(['zip-1'])
  })
})
