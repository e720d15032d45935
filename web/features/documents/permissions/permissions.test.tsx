import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { by, refused, renderAt, SERVER_ERROR } from '../../../testing/renderAt.tsx'
import { settled } from '../../../testing/settled.ts'
import { permissionsOn } from '../testing/permissions.ts'
import { BASE, room } from '../testing/room.ts'
import { chosenOf, dialog, ENTRIES, open, openOf, radio, stateOf, toggle } from './permissions.fixture.ts'

test('DOC-08 DOC-33 PERM-13 without the right there is no column, no menu entry and no action', async () => {
  const { user } = open({ canEdit: true, canDelete: true, canRename: true })
  await user.click(await screen.findByRole('button', { name: 'Actions for PPA.pdf' }))
  expect(screen.queryByRole('menuitem', { name: 'Permissions' })).toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('columnheader', { name: 'Permissions' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select PPA.pdf' }))
  expect(screen.queryByRole('button', { name: 'Permissions' })).toBeNull()
})

test('PERM-03 PERM-08 DOC-33 the cell opens the toggles; a change says what it does and shows in the list', async () => {
  const { user, entries } = open()
  await openOf(user, '02 Permits')
  expect(within(await dialog()).getByText(/applies to everything below it immediately/)).toBeTruthy()
  expect(await Promise.all(['Deal team', 'Lenders', 'Tax equity'].map(stateOf))).toEqual(['on', 'on', 'off'])
  await user.click(await toggle('Lenders'))
  await waitFor(async () => expect(await stateOf('Lenders')).toBe('off'))
  await within(await dialog()).findByText(/^1 of 5 groups permitted/)
  expect(entries[0]?.permitted).toEqual(['Deal team'])
  await user.click(within(await dialog()).getByRole('button', { name: 'Done' }))
  await screen.findByRole('button', { name: 'Permissions of 02 Permits: Only Deal team' })
})

test('PERM-03 PERM-04 PERM-05 of a selection: mixed where they differ, on for all by one click', async () => {
  const { user, entries } = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select PPA.pdf' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Site.png' }))
  await user.click(screen.getByRole('button', { name: 'Permissions' }))
  expect(await Promise.all(['Deal team', 'Lenders', 'Asset management'].map(stateOf))).toEqual([
    'on',
    'mixed',
    'off',
  ])
  expect((await toggle('Lenders')).getAttribute('aria-describedby')).toBeTruthy()
  await user.click(await toggle('Lenders'))
  await waitFor(async () => expect(await stateOf('Lenders')).toBe('on'))
  const both = entries.slice(1).map(({ permitted }) => permitted?.includes('Lenders'))
  expect(both).toEqual([true, true])
})

test('PERM-06 a failed change goes back and says "A server error has occurred"', async () => {
  const { user } = open(undefined, { UpdateDocumentPermission: SERVER_ERROR })
  await openOf(user, 'PPA.pdf')
  await user.click(await toggle('Tax equity'))
  const alert = await within(await dialog()).findByRole('alert')
  expect(alert.textContent).toBe('A server error has occurred')
  await waitFor(async () => expect(await stateOf('Tax equity')).toBe('off'))
})

test('a change shows immediately, before the server has answered', async () => {
  let answer = () => {}
  const scripted = room([...ENTRIES], { canEditPermissions: true })
  const answers = permissionsOn(scripted.entries)
  const update = answers.UpdateDocumentPermission as (variables: Record<string, unknown>) => object
  const { user } = open(undefined, {
    UpdateDocumentPermission: by(async (variables) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return update(variables)
    }),
  })
  await openOf(user, 'PPA.pdf')
  await user.click(await toggle('Tax equity'))
  expect(await stateOf('Tax equity')).toBe('on')
  expect(within(await dialog()).getByRole('progressbar', { name: 'Changing Tax equity' })).toBeTruthy()
  answer()
  await waitFor(async () => expect(within(await dialog()).queryByRole('progressbar')).toBeNull())
})

test('PERM-08 "Only" permits one group and takes it from all others in one change, and keeps the focus', async () => {
  const { user, entries, asked } = open()
  await openOf(user, 'Site.png')
  const button = await within(await dialog()).findByRole('button', {
    name: 'Only this group: Asset management',
  })
  await user.click(button)
  // What it would do comes first, and nothing is changed by looking at it.
  await within(await dialog()).findByText('3 groups lose 1 file, Asset management gains 1 file.')
  expect(asked).not.toContain('PermitDocuments')
  await user.click(within(await dialog()).getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(entries[2]?.permitted).toEqual(['Asset management']))
  await within(await dialog()).findByText(/^1 of 5 groups permitted/)
  expect(document.activeElement).toBe(button)
  expect(asked.filter((name) => name === 'PermitDocuments')).toHaveLength(1)
  expect(asked).not.toContain('UpdateDocumentPermission')
  await user.click(within(await dialog()).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(asked).toContain('UndoPermissionChange'))
})

test('PERM-08 a toggle over much shows first what it does; cancelled it changes nothing', async () => {
  const scripted = room([...ENTRIES], { canEditPermissions: true })
  const look = permissionsOn(scripted.entries).SelectionPermissions as (variables: object) => object
  const { user, asked } = open(undefined, {
    SelectionPermissions: by((variables) =>
      JSON.parse(JSON.stringify(look(variables)).replace('"files":1', '"files":31')),
    ),
  })
  await openOf(user, '02 Permits')
  await user.click(await toggle('Lenders'))
  await within(await dialog()).findByText(/^Lenders loses/)
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  expect(await stateOf('Lenders')).toBe('on')
  expect(asked).not.toContain('UpdateDocumentPermission')
})

test('PERM-06 "Only" that fails leaves everything as it was and says so', async () => {
  const { user } = open(undefined, { PermitDocuments: SERVER_ERROR })
  await openOf(user, 'Site.png')
  await user.click(
    await within(await dialog()).findByRole('button', { name: 'Only this group: Asset management' }),
  )
  const apply = await within(await dialog()).findByRole<HTMLButtonElement>('button', { name: 'Apply' })
  await waitFor(() => expect(apply.disabled).toBe(false))
  await user.click(apply)
  const alert = await within(await dialog()).findByRole('alert')
  expect(alert.textContent).toBe('A server error has occurred')
  await waitFor(async () =>
    expect(await Promise.all(['Asset management', 'Deal team', 'Lenders'].map(stateOf))).toEqual([
      'off',
      'on',
      'on',
    ]),
  )
})

test('PERM-03 a look that began before a change never shows over what came of it', async () => {
  const older = Promise.withResolvers<void>()
  let looks = 0
  const scripted = room([...ENTRIES], { canEditPermissions: true })
  const answers = permissionsOn(scripted.entries)
  const look = answers.SelectionPermissions as (variables: Record<string, unknown>) => object
  const page = renderAt(BASE, {
    ...scripted.answers,
    ...answers,
    SelectionPermissions: by(async (variables) => {
      looks += 1
      const seen = look(variables)
      if (looks === 2) await older.promise
      return seen
    }),
  })
  const user = userEvent.setup()
  await openOf(user, 'PPA.pdf')
  await toggle('Tax equity')
  // The poll of every five seconds is under way while the toggle is changed.
  await waitFor(() => expect(looks).toBe(2), { timeout: 8000 })
  await user.click(await toggle('Tax equity'))
  await waitFor(() => expect(within(page.baseElement).queryByRole('progressbar')).toBeNull())
  expect(await stateOf('Tax equity')).toBe('on')
  older.resolve()
  await settled()
  expect(await stateOf('Tax equity')).toBe('on')
})

test.each([
  [true, 'Groups that get access later will see these, too.'],
  [false, 'Groups that get access later will not see these until you permit them here.'],
])('PERM-09 the dialog says whether groups of later are included: %s', async (includesLater, text) => {
  const scripted = room([...ENTRIES], { canEditPermissions: true })
  const look = permissionsOn(scripted.entries).SelectionPermissions as (variables: object) => object
  const { user } = open(undefined, {
    SelectionPermissions: by((variables) =>
      JSON.parse(
        JSON.stringify(look(variables)).replace('"includesLater":false', `"includesLater":${includesLater}`),
      ),
    ),
  })
  await openOf(user, 'PPA.pdf')
  expect(await within(await dialog()).findByText(new RegExp(text.replace(/[.]/g, '\\.')))).toBeTruthy()
})

test('PERM-13 whoever loses the right meanwhile is told, and can change nothing more', async () => {
  let lost = false
  const scripted = room([...ENTRIES], { canEditPermissions: true })
  const answers = permissionsOn(scripted.entries)
  const look = answers.SelectionPermissions as (variables: Record<string, unknown>) => object
  const { user } = open(undefined, {
    SelectionPermissions: by((variables) =>
      lost ? refused('FORBIDDEN', 'Not authorized.') : look(variables),
    ),
    UpdateDocumentPermission: refused('FORBIDDEN', 'Not authorized.'),
  })
  await openOf(user, 'PPA.pdf')
  await toggle('Lenders')
  lost = true
  await user.click(await toggle('Lenders'))
  await within(await dialog()).findByText('You can no longer change permissions here.')
  expect(within(await dialog()).queryByRole('checkbox')).toBeNull()
  expect(within(await dialog()).getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0)
})

test('what somebody deletes meanwhile is left out; when nothing is left the dialog says so', async () => {
  const { user, entries } = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select PPA.pdf' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Site.png' }))
  entries.splice(1, 1)
  await user.click(screen.getByRole('button', { name: 'Permissions' }))
  await within(await dialog()).findByText('1 of these 2 items is no longer here.')
  await user.click(await toggle('Asset management'))
  await waitFor(() => expect(entries[1]?.permitted).toContain('Asset management'))
  entries.splice(0, entries.length)
  await user.click(await toggle('Lenders'))
  await within(await dialog()).findByText('This is no longer here: someone has deleted it.')
})

test("another person's change shows after a while by itself", async () => {
  const { user, entries } = open()
  await openOf(user, 'PPA.pdf')
  expect(await stateOf('Tax equity')).toBe('off')
  const [, entry] = entries
  if (entry) entries[1] = { ...entry, permitted: ['Deal team', 'Tax equity'] }
  await waitFor(async () => expect(await stateOf('Tax equity')).toBe('on'), { timeout: 15_000 })
})

test('PERM-12 DOC-33 the type of the tree changes after a dialog has said what that closes', async () => {
  const { user, asked } = open({ canEditPermissions: true, canEditType: true })
  await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  await user.click(screen.getByRole('menuitem', { name: 'Permit to roles' }))
  const confirm = await screen.findByRole('dialog', { name: 'Permit to roles' })
  await within(confirm).findByText('2 files and 1 folder are restricted:')
  expect(asked).not.toContain('UpdateDocumentTree')
  await user.click(within(confirm).getByRole('button', { name: 'Change to roles and close 3 items' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toContain('UpdateDocumentTree')
})

test('PERM-12 a refused change of type says why and stays open', async () => {
  const { user } = open(
    { canEditPermissions: true, canEditType: true },
    { UpdateDocumentTree: refused('FORBIDDEN', 'Not authorized.') },
  )
  await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  await user.click(screen.getByRole('menuitem', { name: 'Permit to roles' }))
  const change = await screen.findByRole<HTMLButtonElement>('button', { name: /^Change to roles/ })
  await waitFor(() => expect(change.disabled).toBe(false))
  await user.click(change)
  expect((await screen.findByRole('alert')).textContent).toBe('Not authorized.')
})

test('a documents admin sees the room as a group from its toggle, and the page is loaded again', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const given = vi.fn()
  const { user } = open(
    { canEditPermissions: true, canViewAs: true },
    {
      StartView: by((variables) => {
        given(variables)
        const view = { __typename: 'RoomView', id: 'view-1' }
        return { data: { startView: { __typename: 'StartViewPayload', view } } }
      }),
    },
  )
  await openOf(user, 'PPA.pdf')
  await user.click(await within(await dialog()).findByRole('button', { name: 'View as Lenders' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(given.mock.calls).toEqual([[{ treeId: 'tree-1', groupId: 'Lenders' }]])
})

test('a view that is refused says why in the dialog; it is not offered without the right', async () => {
  const sentence =
    'Lenders sees nothing of it that you may see. Please choose another room, or somebody else.'
  const { user, unmount } = open(
    { canEditPermissions: true, canViewAs: true },
    { StartView: refused('CONFLICT', sentence) },
  )
  await openOf(user, 'PPA.pdf')
  await user.click(await within(await dialog()).findByRole('button', { name: 'View as Lenders' }))
  expect((await within(await dialog()).findByRole('alert')).textContent).toBe(sentence)
  unmount()
  const { user: other } = open({ canEditPermissions: true })
  await openOf(other, 'PPA.pdf')
  await toggle('Lenders')
  expect(screen.queryByRole('button', { name: 'View as Lenders' })).toBeNull()
})

test('STAGE-03 what is chosen after Stage is sent for a publication alone, and Cancel leaves all as it is', async () => {
  const asked: unknown[] = []
  const { user } = open(
    { canEditPermissions: true },
    {
      SetDocumentLevels: by(({ changes, staged }) => {
        asked.push([changes, staged])
        return {
          data: {
            setDocumentLevels: { __typename: 'SetDocumentLevelsPayload', changeId: null, documents: [] },
          },
        }
      }),
    },
  )
  await openOf(user, 'PPA.pdf')
  const button = async (name: string) =>
    within(await dialog()).findByRole<HTMLButtonElement>('button', { name })
  await screen.findByRole('radiogroup', { name: 'Level of Lenders' })
  await user.click(await button('Stage'))
  expect(await within(await dialog()).findByText(/nobody sees it before/)).toBeTruthy()
  expect((await button('Stage')).disabled).toBe(true)
  await user.click(radio('Lenders', 'View'))
  expect(asked).toEqual([])
  await user.click(await button('Cancel'))
  expect(chosenOf('Lenders')).toEqual(['No access'])
  await user.click(await button('Stage'))
  await user.click(radio('Lenders', 'View'))
  await waitFor(async () => expect((await button('Stage')).disabled).toBe(false))
  await user.click(await button('Stage'))
  await waitFor(() => expect(asked).toEqual([[[{ principalId: 'Lenders', level: 'VIEW' }], true]]))
  expect(
    await screen.findByText('The change of permissions is staged. It holds once it is published.'),
  ).toBeTruthy()
  expect(await button('Done')).toBeTruthy()
})
