import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Answers,
  by,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
  stopClock,
} from '../../testing/renderAt.tsx'
import { BASE, type Entry, type Rights, ROOT, room } from './testing/room.ts'

beforeEach(() => {
  setWindowWidth(1440)
  window.scrollTo(0, 0)
})

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true, permitted: ['Deal team', 'Lenders'] },
  { id: 'f2', name: '03 Offtake', folder: true },
  { id: 'd1', name: 'PPA.pdf', size: 4_800_000, permitted: ['Lenders'] },
  { id: 'd2', name: 'Site.png', size: 61_400 },
  { id: 'd3', name: 'Notes.txt', size: 10 },
  { id: 'd4', name: 'Zoning permit.docx', size: 386_000, in: 'f1' },
  { id: 'f3', name: '02.1 County', folder: true, in: 'f1' },
]

/** The room at an address, with what the person may do. */
function open(path = '', rights: Rights = {}, entries: readonly Entry[] = ENTRIES, answers: Answers = {}) {
  const scripted = room([...entries], rights)
  const page = renderAt(`${BASE}${path}`, { ...scripted.answers, ...answers })
  return { ...page, entries: scripted.entries, user: userEvent.setup() }
}

const grid = () => screen.findByRole('grid')
const row = async (name: string) => {
  const link = await within(await grid()).findByRole('link', { name })
  const found = link.closest('[role="row"]')
  if (!(found instanceof HTMLElement)) throw new Error(`${name} stands in no row`)
  return found
}
const names = () => [...document.querySelectorAll('[data-row] a')].map((link) => link.textContent)
const headers = async () =>
  within(await grid())
    .getAllByRole('columnheader')
    .map((header) => header.textContent)
/** Nothing is laid out here: has the page as high as told, and everything in it scroll with the window. */
function layOut(height: number) {
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(height)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -window.scrollY, 1440, 42),
  )
}
const scrollPage = (top: number) =>
  act(() => {
    window.scrollTo(0, top)
    window.dispatchEvent(new Event('scroll'))
  })
const path = (page: { router: { state: { location: { pathname: string; search: string } } } }) =>
  page.router.state.location.pathname + page.router.state.location.search

describe('the list', () => {
  test('DOC-06 DOC-08 it has checkbox, name, size, last modified and menu, but no permissions', async () => {
    open()
    await row('PPA.pdf')
    expect(await headers()).toEqual(['Selected', 'Name', 'Size', 'Last modified', 'Actions'])
    const cells = within(await row('PPA.pdf')).getAllByRole('gridcell')
    expect(cells.map((cell) => cell.textContent)).toEqual(['', 'PDFPPA.pdf', '4.8 MB', '2 minutes ago', ''])
    expect(within(await row('PPA.pdf')).getByRole('checkbox', { name: 'Select PPA.pdf' })).toBeTruthy()
    expect(within(await row('02 Permits')).getAllByRole('gridcell')[2]?.textContent).toBe('1 file')
  })

  test('DOC-08 PERM-07 documents admins see who is permitted: two names, then how many more', async () => {
    const permitted = ['Asset management', 'Independent engineering advisers', 'Lenders', 'Tax equity']
    open('', { canEditPermissions: true }, [{ id: 'd1', name: 'PPA.pdf', permitted }, ...ENTRIES.slice(3)])
    expect(await headers()).toContain('Permissions')
    expect(within(await row('PPA.pdf')).getAllByRole('gridcell')[2]?.textContent).toBe(
      'Asset managementIndependent engineer…+2',
    )
    expect(within(await row('Site.png')).getAllByRole('gridcell')[2]?.textContent).toBe('–')
  })

  test('DOC-15 entries stand in the order of the server', async () => {
    open()
    await row('PPA.pdf')
    expect(names()).toEqual(['02 Permits', '03 Offtake', 'Notes.txt', 'PPA.pdf', 'Site.png'])
  })

  test('DOC-01 DOC-09 a folder row opens the folder, a file row its preview', async () => {
    const page = open()
    await page.user.click(within(await row('02 Permits')).getByRole('link'))
    await row('Zoning permit.docx')
    expect(path(page)).toBe(`${BASE}/f1`)
    await page.user.click(within(await row('Zoning permit.docx')).getByRole('link'))
    await screen.findByRole('region', { name: 'Preview of Zoning permit.docx' })
    expect(path(page)).toBe(`${BASE}/d4`)
  })

  test('DOC-20 breadcrumbs lead to each ancestor; the last one is where one is', async () => {
    const page = open('/f3')
    const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumbs' })
    expect(
      within(crumbs)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Documents', '02 Permits', '02.1 County'])
    expect(within(crumbs).queryByRole('link', { name: '02.1 County' })).toBeNull()
    await page.user.click(within(crumbs).getByRole('link', { name: '02 Permits' }))
    await row('Zoning permit.docx')
    expect(path(page)).toBe(`${BASE}/f1`)
  })

  test('DOC-02 the address with the root’s id shows the root', async () => {
    open(`/${ROOT}`)
    expect(await row('PPA.pdf')).toBeTruthy()
  })

  test.each(['tiles', 'nonsense'])('the view %s, which there is not, is the list', async (view) => {
    open(`?view=${view}`, { canEdit: true, allowRootFiles: true })
    expect(await row('PPA.pdf')).toBeTruthy()
  })

  test('DOC-05 the row that the address points at is marked', async () => {
    open('?highlightedId=d2')
    expect((await row('Site.png')).hasAttribute('data-highlighted')).toBe(true)
    expect((await row('PPA.pdf')).hasAttribute('data-highlighted')).toBe(false)
  })

  test('DOC-19 while the folder loads there are five rows of skeleton, after 150 ms', async () => {
    const clock = stopClock()
    const asked = Promise.withResolvers<void>()
    const never = by(() => {
      asked.resolve()
      return new Promise(() => {})
    })
    open('', {}, ENTRIES, { OpenDocument: never })
    await asked.promise
    const waiting = () => document.querySelectorAll('[role="row"][aria-busy="true"]')
    await clock.pass(149)
    expect(waiting()).toHaveLength(0)
    await clock.pass(1)
    await vi.waitFor(() => expect(waiting()).toHaveLength(5))
  })

  test('DOC-39 copy link gives the document’s own address, and the menu closes after a second', async () => {
    const { user } = open()
    await user.click(within(await row('PPA.pdf')).getByRole('button', { name: 'Actions for PPA.pdf' }))
    const entries = screen.getAllByRole('menuitem').map((item) => item.textContent)
    expect(entries).toEqual(['Open', 'Download', 'Copy link'])
    await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}${BASE}/d1`)
    expect(screen.getByRole('menuitem', { name: 'Copied!' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull(), { timeout: 1500 })
  })

  test('DOP-21 a right click opens the same menu; a folder is downloaded as zip', async () => {
    const { user } = open()
    await user.pointer({ keys: '[MouseRight]', target: await row('02 Permits') })
    const entries = screen.getAllByRole('menuitem').map((item) => item.textContent)
    expect(entries).toEqual(['Open', 'Download as zip', 'Copy link'])
  })
})

describe('what one may do', () => {
  const actions = async () => {
    await row('PPA.pdf')
    return ['New folder', 'Upload'].filter((name) => screen.queryByRole('button', { name }))
  }

  test('DOC-33 without the edit right there is neither new folder nor upload', async () => {
    open()
    expect(await actions()).toEqual([])
  })

  test('DOC-33 DOC-34 a root that may not hold files has new folder, but no upload', async () => {
    open('', { canEdit: true })
    expect(await actions()).toEqual(['New folder'])
  })

  test('DOC-33 a root that may hold files has both', async () => {
    open('', { canEdit: true, allowRootFiles: true })
    expect(await actions()).toEqual(['New folder', 'Upload'])
  })

  test('DOC-34 folders of such a tree take uploads all the same', async () => {
    open('/f1', { canEdit: true })
    await row('Zoning permit.docx')
    expect(screen.getByRole('button', { name: 'Upload' })).toBeTruthy()
  })

  test('DOC-03 DOC-16 the upload view takes files, where one may upload', async () => {
    open('/f1?view=upload', { canEdit: true })
    expect(await screen.findByText('Drag files or click choose to start uploading')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Choose...' })).toBeTruthy()
    expect(screen.queryByRole('grid')).toBeNull()
  })

  test('DOC-34 the upload view of a root that may not hold files is its list', async () => {
    open('?view=upload', { canEdit: true })
    expect(await row('PPA.pdf')).toBeTruthy()
    expect(screen.queryByText('Drag files or click choose to start uploading')).toBeNull()
  })

  test.each<[string, Rights, string, string | null]>([
    ['may upload', { canEdit: true, allowRootFiles: true }, 'Drop files here or choose them.', 'Upload'],
    [
      'may only make folders',
      { canEdit: true },
      'Files are kept in folders here: create the first one.',
      'New folder',
    ],
    ['may only look', {}, 'Documents show up here as soon as they are shared with you.', null],
  ])('DOC-18 an empty folder says so, and what to do next for who %s', async (_who, rights, hint, action) => {
    open('', rights, [])
    const empty = (await screen.findByText('This folder is empty')).parentElement
    if (!empty) throw new Error('no empty state')
    expect(within(empty).getByText(hint)).toBeTruthy()
    expect(
      within(empty)
        .queryAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(action === null ? [] : [action])
  })
})

describe('selection and download', () => {
  test('DOC-41 the selection is dropped on a change of folder', async () => {
    const { user, router } = open()
    await user.click(within(await row('PPA.pdf')).getByRole('checkbox'))
    await user.click(within(await row('Site.png')).getByRole('checkbox'))
    const strip = screen.getByRole('toolbar', { name: 'Selection' })
    expect(strip.textContent).toContain('2 selected4.9 MB')
    await user.click(within(await row('02 Permits')).getByRole('link'))
    await row('Zoning permit.docx')
    expect(screen.queryByText('2 selected')).toBeNull()
    await act(() => router.navigate(-1))
    await row('PPA.pdf')
    expect(screen.queryByText('2 selected')).toBeNull()
  })

  test('DOP-20 a download gets an address, with a spinner in the row meanwhile, and keeps the name', async () => {
    const asked = Promise.withResolvers<void>()
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} from ${new URL(this.href).pathname}`)
    })
    const scripted = room([...ENTRIES])
    const { DownloadFile } = scripted.answers
    const { user } = open('', {}, ENTRIES, {
      DownloadFile: by(async (variables) => {
        await asked.promise
        return typeof DownloadFile === 'function' ? DownloadFile(variables) : {}
      }),
    })
    await user.click(within(await row('PPA.pdf')).getByRole('button', { name: 'Actions for PPA.pdf' }))
    await user.click(screen.getByRole('menuitem', { name: 'Download' }))
    expect(within(await row('PPA.pdf')).getByRole('progressbar')).toBeTruthy()
    expect(saved).toEqual([])
    asked.resolve()
    await waitFor(() => expect(saved).toEqual(['PPA.pdf from /files/d1']))
    expect(within(await row('PPA.pdf')).queryByRole('progressbar')).toBeNull()
  })

  test('several files are downloaded one after the other; folders are not', async () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const { user } = open()
    for (const name of ['PPA.pdf', '02 Permits', 'Site.png']) {
      await user.click(within(await row(name)).getByRole('checkbox'))
    }
    const strip = screen.getByRole('toolbar', { name: 'Selection' })
    expect(within(strip).getByRole<HTMLButtonElement>('button', { name: 'Download' }).disabled).toBe(true)
    await user.click(within(await row('02 Permits')).getByRole('checkbox'))
    await user.click(within(strip).getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toEqual(['PPA.pdf', 'Site.png']))
  })

  test('DOC-40 of several downloads one sentence tells what failed, and the rest comes', async () => {
    const answer = room([...ENTRIES]).answers.DownloadFile
    const { user } = open('', {}, ENTRIES, {
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
      await user.click(within(await row(name)).getByRole('checkbox'))
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Download' }))
    expect(
      await screen.findByText('1 of 2 files could not be downloaded: PPA.pdf. Document not found.'),
    ).toBeTruthy()
    expect(saved).toEqual(['Site.png'])
  })

  test('a download that fails says which and why', async () => {
    const { user } = open('', {}, ENTRIES, { DownloadFile: refused('NOT_FOUND', 'Document not found.') })
    await user.click(within(await row('PPA.pdf')).getByRole('button', { name: 'Actions for PPA.pdf' }))
    await user.click(screen.getByRole('menuitem', { name: 'Download' }))
    expect(await screen.findByText('PPA.pdf could not be downloaded: Document not found.')).toBeTruthy()
    expect(within(await row('PPA.pdf')).queryByRole('progressbar')).toBeNull()
  })
})

describe('new folder', () => {
  const ask = async (answers: Answers = {}) => {
    const page = open('', { canEdit: true }, ENTRIES, answers)
    await row('PPA.pdf')
    await page.user.click(screen.getByRole('button', { name: 'New folder' }))
    const dialog = await screen.findByRole('dialog', { name: 'New folder' })
    return {
      ...page,
      dialog,
      create: within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Create' }),
      type: async (name: string) => {
        const field = within(dialog).getByRole('textbox', { name: 'Name' })
        await page.user.clear(field)
        await page.user.type(field, name)
      },
    }
  }

  test('DOP-01 a folder is created where one is, and its row is pointed at', async () => {
    const page = await ask()
    await page.type('04 Insurance')
    await page.user.click(page.create)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const created = await row('04 Insurance')
    await waitFor(() => expect(created.hasAttribute('data-highlighted')).toBe(true))
  })

  test('DOP-01 an empty name is not sent', async () => {
    const { user, create, dialog, asked } = await ask()
    await user.click(create)
    expect(await within(dialog).findByText('A folder name must not be empty.')).toBeTruthy()
    expect(asked).not.toContain('CreateFolder')
  })

  test('DOP-02 a name that is there, whatever its case, disables Create while it is typed', async () => {
    const { create, dialog, type } = await ask()
    await type('02 PERMITS')
    expect(within(dialog).getByText('Folder 02 PERMITS already exists!')).toBeTruthy()
    expect(create.disabled).toBe(true)
    await type('02 PERMITS and more')
    expect(within(dialog).queryByText(/already exists/)).toBeNull()
    expect(create.disabled).toBe(false)
  })

  test('DOP-02 what only the server knows stands at the field', async () => {
    const errors = [{ __typename: 'FieldError', field: 'name', message: 'Folder Secret already exists!' }]
    const { user, create, dialog, type } = await ask({
      CreateFolder: { data: { createFolder: { __typename: 'CreateFolderPayload', folder: null, errors } } },
    })
    await type('Secret')
    await user.click(create)
    const message = await within(dialog).findByText('Folder Secret already exists!')
    const field = within(dialog).getByRole('textbox', { name: 'Name' })
    expect(field.getAttribute('aria-describedby')).toBe(message.parentElement?.id)
  })

  test.each([
    ['fails', SERVER_ERROR],
    ['is refused', refused('FORBIDDEN', 'Not authorized.')],
  ])('DOP-03 a create that %s says so in the dialog, which keeps the name', async (_how, answer) => {
    const { user, create, dialog, type } = await ask({ CreateFolder: answer })
    await type('04 Insurance')
    await user.click(create)
    expect((await within(dialog).findByRole('alert')).textContent).toBe('A server error has occurred.')
    expect(within(dialog).getByRole<HTMLInputElement>('textbox').value).toBe('04 Insurance')
    expect(create.disabled).toBe(false)
  })
})

// By their words, since looking by roles through so many rows takes seconds.
describe('long folders', () => {
  const LONG: readonly Entry[] = Array.from({ length: 1200 }, (_, at) => ({
    id: `n${at}`,
    name: `Entry ${at}`,
  }))

  beforeEach(() => layOut(LONG.length * 42))

  test('only what is in view is asked for, and only that is on the page', async () => {
    const page = open('', {}, LONG)
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
    const { user } = open('', {}, LONG, {
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
    const page = open('?highlightedId=n1050', {}, LONG)
    await screen.findByText('Entry 0')
    await waitFor(() => expect(window.scrollY).toBeGreaterThan(1000 * 42))
    act(() => void window.dispatchEvent(new Event('scroll')))
    const found = (await screen.findByText('Entry 1050')).closest('[role="row"]')
    expect(found?.hasAttribute('data-highlighted')).toBe(true)
    expect(page.asked.filter((name) => name === 'FolderPage').length).toBeLessThanOrEqual(2)
  })
})

describe('uploads', () => {
  test('UPL-35 the folder in view shows what was uploaded, and keeps the selection', async () => {
    const { user } = open('/f1', { canEdit: true })
    await user.click(within(await row('Zoning permit.docx')).getByRole('checkbox'))
    const folder = {
      isFile: false,
      isDirectory: true,
      name: 'Surveys',
      createReader: () => ({ readEntries: (take: (entries: []) => void) => take([]) }),
    }
    const dataTransfer = { types: ['Files'], items: [{ kind: 'file', webkitGetAsEntry: () => folder }] }
    const drop = new Event('drop', { bubbles: true, cancelable: true })
    Object.defineProperty(drop, 'dataTransfer', { value: dataTransfer })
    act(() => {
      document.querySelector('[role="grid"]')?.dispatchEvent(drop)
    })
    expect(await row('Surveys')).toBeTruthy()
    expect(screen.getByText('1 selected')).toBeTruthy()
  })
})

describe('screens', () => {
  test('DOC-17 ERR-12 an unknown or hidden document shows the not-found screen', async () => {
    const page = open('/gone')
    expect(await screen.findByText('Document not found.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    await page.user.click(screen.getByRole('link', { name: 'Go to the first folder' }))
    expect(await row('PPA.pdf')).toBeTruthy()
  })

  test('DOC-17 ERR-12 a tree without the view right shows the no-permission screen', async () => {
    open('', {}, ENTRIES, { OpenDocument: refused('FORBIDDEN', 'Not authorized.') })
    expect(await screen.findByText('Not authorized.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('ERR-12 any other error shows in red with its text and a way to try again', async () => {
    let fails = true
    const scripted = room([...ENTRIES])
    const { OpenDocument } = scripted.answers
    const { user } = open('', {}, ENTRIES, {
      OpenDocument: by((variables) =>
        fails || typeof OpenDocument !== 'function' ? SERVER_ERROR : OpenDocument(variables),
      ),
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('A server error has occurred')
    fails = false
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await row('PPA.pdf')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('on a phone', () => {
  test('rows have two lines, and New folder and Upload share a menu', async () => {
    setWindowWidth(390)
    const { user } = open('/f1', { canEdit: true, canEditPermissions: true })
    const permit = await row('Zoning permit.docx')
    expect(permit.textContent).toContain('386 KB·2 minutes ago·')
    expect(screen.getByRole('link', { name: 'Back to Documents' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Folder actions' }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'New folder',
      'Upload files',
      'Upload folder',
      'Download as zip',
      'Move',
      'Permissions',
    ])
  })
})
