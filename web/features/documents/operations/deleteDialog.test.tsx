import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { by, refused, SERVER_ERROR, setWindowWidth } from '../../../testing/renderAt.tsx'
import { affected, button, ENTRIES, MAY, menuOf, names, open, stage, type User } from '../testing/deleting.ts'
import { rowOf } from '../testing/openRoom.tsx'
import { MORE_THERE, operationsOn } from '../testing/operations.ts'
import { BASE, room, TREE } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

describe('in a list', () => {
  test('DOP-08 DOP-12 DOP-15 a row is deleted with what lies below it, which the dialog names', async () => {
    const { user, entries } = open()
    const dialog = await stage(user, '02 Permits')
    expect(await button(dialog, 'Delete 3 items')).toBeTruthy()
    expect(affected(dialog)).toEqual(['02 Permits', '02.1 County', 'Zoning permit.docx'])
    expect(dialog.textContent).toContain('3 items, including everything in the folders, will be deleted.')
    await user.click(await button(dialog, 'Delete 3 items'))
    expect(await screen.findByText('3 items were deleted.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(names()).toEqual(['PPA.pdf', 'Site.png', 'Zone.txt'])
    expect(entries.map(({ id }) => id)).toEqual(['d1', 'd2', 'd3'])
  })

  test('DOP-12 DOP-35 the message about a deletion takes it back; other tabs are told of both', async () => {
    const otherTab = new BroadcastChannel('documents.changed')
    const told: unknown[] = []
    otherTab.addEventListener('message', ({ data }) => told.push(data))
    const { user, entries } = open()
    const dialog = await stage(user, '02 Permits')
    expect(dialog.textContent).toContain('You can undo this right afterwards, and not later.')
    await user.click(await button(dialog, 'Delete 3 items'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('02 Permits is back where it was.')).toBeTruthy()
    await waitFor(() => expect(names()).toEqual(['02 Permits', 'PPA.pdf', 'Site.png', 'Zone.txt']))
    expect(entries).toHaveLength(6)
    await waitFor(() => expect(told).toEqual([TREE, TREE]))
    otherTab.close()
  })

  test('DOP-12 why a deletion can no longer be taken back is said', async () => {
    const { user } = open('', MAY, {
      RestoreDocuments: refused('CONFLICT', 'This can no longer be undone.'),
    })
    await user.click(await button(await stage(user, 'PPA.pdf'), 'Delete 1 item'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('This can no longer be undone.')).toBeTruthy()
  })

  test('DOP-08 DOP-12 a selection is deleted in one step, and nothing is selected afterwards', async () => {
    const { user } = open()
    for (const name of ['PPA.pdf', 'Zone.txt'])
      await user.click(within(await rowOf(name)).getByRole('checkbox'))
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 items' })
    await user.click(await button(dialog, 'Delete 2 items'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(names()).toEqual(['02 Permits', 'Site.png'])
    expect(screen.queryByText(/selected/)).toBeNull()
  })

  test('DOP-12 the rows go also where the list can not be read again', async () => {
    let offline = false
    const scripted = room([...ENTRIES], MAY)
    const { OpenDocument } = scripted.answers
    const { user } = open('', MAY, {
      OpenDocument: by((variables) =>
        offline || typeof OpenDocument !== 'function' ? SERVER_ERROR : OpenDocument(variables),
      ),
    })
    const dialog = await stage(user, 'PPA.pdf')
    offline = true
    await user.click(await button(dialog, 'Delete 1 item'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(names()).toEqual(['02 Permits', 'Site.png', 'Zone.txt'])
  })

  test('DOP-09 the button is disabled before the dry run has answered', async () => {
    const answered = Promise.withResolvers<void>()
    const { RemoveDocumentsDryRun } = operationsOn([...ENTRIES])
    const { user, asked } = open('', MAY, {
      RemoveDocumentsDryRun: by(async (variables) => {
        await answered.promise
        return typeof RemoveDocumentsDryRun === 'function' ? RemoveDocumentsDryRun(variables) : {}
      }),
    })
    const dialog = await stage(user, 'PPA.pdf')
    expect((await button(dialog, 'Delete')).disabled).toBe(true)
    answered.resolve()
    expect((await button(dialog, 'Delete 1 item')).disabled).toBe(false)
    expect(asked).not.toContain('RemoveDocuments')
  })

  test('DOP-10 a dry run that names nothing says so, and nothing can be deleted', async () => {
    const nothing = { __typename: 'RemoveDocumentsDryRunPayload', count: 0, documents: [] }
    const { user } = open('', MAY, { RemoveDocumentsDryRun: { data: { removeDocumentsDryRun: nothing } } })
    const dialog = await stage(user, 'PPA.pdf')
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'No documents returned from remove dry run',
    )
    expect((await button(dialog, 'Delete')).disabled).toBe(true)
  })

  test('DOP-09 ERR-12 a dry run that is refused says why', async () => {
    const { user } = open('', MAY, {
      RemoveDocumentsDryRun: refused('NOT_FOUND', 'Document not found.'),
    })
    const dialog = await stage(user, 'PPA.pdf')
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Document not found.')
    expect((await button(dialog, 'Delete')).disabled).toBe(true)
  })

  test('DOP-09 a dry run that fails can be tried again', async () => {
    let fails = true
    const { RemoveDocumentsDryRun } = operationsOn([...ENTRIES])
    const { user } = open('', MAY, {
      RemoveDocumentsDryRun: by((variables) =>
        fails || typeof RemoveDocumentsDryRun !== 'function'
          ? SERVER_ERROR
          : RemoveDocumentsDryRun(variables),
      ),
    })
    const dialog = await stage(user, 'PPA.pdf')
    await within(dialog).findByRole('alert')
    fails = false
    await user.click(await button(dialog, 'Try again'))
    expect((await button(dialog, 'Delete 1 item')).disabled).toBe(false)
    expect(within(dialog).queryByRole('alert')).toBeNull()
  })

  test('DOP-08 what lies in a folder tells where, also below what is no folder', async () => {
    const { user } = open()
    for (const name of ['02 Permits', 'PPA.pdf'])
      await user.click(within(await rowOf(name)).getByRole('checkbox'))
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 items' })
    await button(dialog, 'Delete 4 items')
    const rows = within(within(dialog).getByLabelText('Affected')).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent?.split('in ')[1])).toEqual([
      undefined,
      '02 Permits',
      '02 Permits / 02.1 County',
      undefined,
    ])
  })

  test.each([
    ['fails', SERVER_ERROR],
    ['is refused', refused('NOT_FOUND', 'Document not found.')],
  ])('DOP-11 a delete that %s says so, and can be tried again', async (_how, answer) => {
    const { user } = open('', MAY, { RemoveDocuments: answer })
    const dialog = await stage(user, 'PPA.pdf')
    await user.click(await button(dialog, 'Delete 1 item'))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('A server error has occurred')
    expect((await button(dialog, 'Delete 1 item')).disabled).toBe(false)
  })

  test.each(['Cancel', 'Escape'])('DOP-14 %s resets what was staged', async (how) => {
    const { user, asked } = open()
    const dialog = await stage(user, 'PPA.pdf')
    await button(dialog, 'Delete 1 item')
    if (how === 'Escape') await user.keyboard('{Escape}')
    else await user.click(await button(dialog, 'Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).not.toContain('RemoveDocuments')
    expect(await rowOf('PPA.pdf')).toBeTruthy()
    const other = await stage(user, 'Site.png')
    await button(other, 'Delete 1 item')
    expect(affected(other)).toEqual(['Site.png'])
  })

  test.each([
    ['folder', `${BASE}/f1`],
    ['view', `${BASE}?view=upload`],
  ])('DOP-17 a change of %s resets what was staged', async (_what, address) => {
    const { user, router } = open('', { ...MAY, canEdit: true, allowRootFiles: true })
    await stage(user, 'PPA.pdf')
    await router.navigate(address)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await router.navigate(-1)
    await rowOf('PPA.pdf')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('DOP-08 a long list comes in pages as it is scrolled', async () => {
    const files = Array.from({ length: 450 }, (_, at) => ({ id: `n${at}`, name: `Entry ${at}`, in: 'f1' }))
    const { user, asked } = open('', MAY, {}, [{ id: 'f1', name: '02 Permits', folder: true }, ...files])
    const dialog = await stage(user, '02 Permits')
    await within(dialog).findByText('Delete 451 items')
    expect(affected(dialog)).toHaveLength(200)
    const list = within(dialog).getByLabelText('Affected')
    fireEvent.scroll(list)
    await waitFor(() => expect(affected(dialog)).toHaveLength(400))
    fireEvent.scroll(list)
    await waitFor(() => expect(affected(dialog)).toHaveLength(451))
    fireEvent.scroll(list)
    expect(asked.filter((name) => name === 'RemoveDocumentsDryRun')).toHaveLength(3)
  })
})

describe('what somebody else was quicker with', () => {
  const confirm = async (user: User, dialog: HTMLElement, name: string, meanwhile: () => void) => {
    const act = await button(dialog, name)
    meanwhile()
    await user.click(act)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }

  test('DOP-12 of a selection the rest goes, one sentence tells of the others, and nothing stays selected', async () => {
    const { user, entries } = open()
    for (const name of ['PPA.pdf', 'Site.png', 'Zone.txt'])
      await user.click(within(await rowOf(name)).getByRole('checkbox'))
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 3 items' })
    await confirm(user, dialog, 'Delete 3 items', () => {
      entries.splice(3, 1, { id: 'd1', name: 'PPA.pdf', in: 'f1' })
      entries.splice(4, 1)
    })
    expect(
      await screen.findByText('1 of 3 items were deleted. Someone else has moved or deleted 2 items.'),
    ).toBeTruthy()
    expect(names()).toEqual(['02 Permits'])
    expect(screen.queryByText(/selected/)).toBeNull()
    expect(entries.find(({ id }) => id === 'd1')?.in).toBe('f1')
  })

  test('what was just moved is not deleted where it went, and the preview stays with it', async () => {
    const { user, entries, router } = open('/d2')
    const bar = within(await screen.findByRole('region', { name: 'Preview of Site.png' }))
    await user.click(bar.getByRole('button', { name: 'Actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Site.png' })
    await confirm(user, dialog, 'Delete 1 item', () => {
      entries[4] = { id: 'd2', name: 'Site.png', in: 'f1' }
    })
    expect(
      await screen.findByText('Site.png was not deleted: someone else has moved or deleted it.'),
    ).toBeTruthy()
    expect(router.state.location.pathname).toBe(`${BASE}/d2`)
    expect(await screen.findByRole('link', { name: '02 Permits' })).toBeTruthy()
  })

  test('DOP-08 what was added since the dry run is not deleted until it was named, too', async () => {
    const { user, entries } = open()
    const dialog = await stage(user, '02 Permits')
    const act = await button(dialog, 'Delete 3 items')
    entries.push({ id: 'd9', name: 'Appeal.pdf', in: 'f1' })
    await user.click(act)
    expect((await within(dialog).findByRole('alert')).textContent).toBe(MORE_THERE)
    const again = await button(dialog, 'Delete 4 items')
    expect(affected(dialog)).toContain('Appeal.pdf')
    expect(entries.map(({ id }) => id)).toContain('d9')
    await user.click(again)
    expect(await screen.findByText('4 items were deleted.')).toBeTruthy()
    expect(names()).toEqual(['PPA.pdf', 'Site.png', 'Zone.txt'])
  })

  test('DOP-08 what somebody had moved before is not named as what would go', async () => {
    const { user, entries } = open()
    for (const name of ['PPA.pdf', 'Site.png'])
      await user.click(within(await rowOf(name)).getByRole('checkbox'))
    entries.splice(3, 1, { id: 'd1', name: 'PPA.pdf', in: 'f1' })
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 items' })
    expect(await button(dialog, 'Delete 1 item')).toBeTruthy()
    expect(affected(dialog)).toEqual(['Site.png'])
  })

  test('DOP-10 a dry run of what is gone says so', async () => {
    const { user, entries } = open()
    await menuOf(user, 'PPA.pdf')
    entries.splice(3, 1)
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('No documents returned from remove dry run')).toBeTruthy()
  })
})
