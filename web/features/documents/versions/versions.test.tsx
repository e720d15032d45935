import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { formatBytes } from '../../../../shared/format/bytes.ts'
import {
  type Answer,
  type Answers,
  by,
  refused,
  renderAt,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'
import { BASE, type Rights, room, TREE, versionsOf } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES = [
  { id: 'd1', name: 'PPA.docm', versions: 3, size: 3000 },
  { id: 'd2', name: 'Lease.docm' },
]

function open(
  rights: Rights = { canEdit: true },
  path = BASE,
  more: (scripted: Answers) => Answers = () => ({}),
) {
  const { answers } = room([...ENTRIES], rights)
  return { ...renderAt(path, { ...answers, ...more(answers) }), user: userEvent.setup() }
}

const dialog = () => screen.findByRole('dialog', { name: 'Versions' })
const openDialog = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for PPA.docm' }))
  await user.click(screen.getByRole('menuitem', { name: 'Versions' }))
}

test('UPL-36 HIST-12 the list marks files with versions, and only their menus lead to them', async () => {
  const { user } = open()
  expect(await screen.findByText('3 versions')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Actions for Lease.docm' }))
  expect(screen.queryByRole('menuitem', { name: 'Versions' })).toBeNull()
  await user.keyboard('{Escape}')
  await openDialog(user)
  const rows = await within(await dialog()).findAllByRole('listitem')
  expect(rows.map((row) => row.textContent?.replace(/ · \d.*/, ''))).toEqual([
    `Version 3Current${formatBytes(3000)} (+${formatBytes(1000)})`,
    `Version 2${formatBytes(2000)} (+${formatBytes(1000)})`,
    `Version 1${formatBytes(1000)}`,
  ])
  expect(within(rows[0] as HTMLElement).queryByRole('button', { name: /Restore/ })).toBeNull()
  expect(
    within(rows[1] as HTMLElement)
      .getByRole('link', { name: 'Preview version 2' })
      .getAttribute('href'),
  ).toBe(`${BASE}/d1?version=d1-v2`)
})

test('UPL-36 an earlier version is made current again, with Undo; readers are not offered it', async () => {
  const { user, asked } = open()
  await openDialog(user)
  await user.click(await within(await dialog()).findByRole('button', { name: 'Restore version 1' }))
  await screen.findByText('Version 1 of PPA.docm is the current one again.')
  expect(asked.filter((name) => name === 'RestoreVersion')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Undo', hidden: true }))
  await waitFor(() => expect(asked.filter((name) => name === 'RestoreVersion')).toHaveLength(2))
})

test('UPL-36 who may only read can look at versions, and restores none', async () => {
  const { user } = open({})
  await openDialog(user)
  await within(await dialog()).findByRole('button', { name: 'Download version 1' })
  expect(within(await dialog()).queryByRole('button', { name: /Restore/ })).toBeNull()
})

test('VIEW-24 VIEW-29 of each version one is offered its pages, a marked PDF of it and the file as far as the level reaches', async () => {
  const asked: unknown[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  for (const [level, offered] of [
    ['VIEW', ['Preview']],
    ['PDF', ['Preview', 'Download marked PDF']],
    ['ORIGINAL', ['Preview', 'Download']],
  ] as const) {
    const { answers } = room([{ id: 'd1', name: 'PPA.docm', versions: 2, level }])
    const { unmount } = renderAt(BASE, {
      ...answers,
      DocumentVersions: {
        data: {
          documentVersions: versionsOf('d1', 2).map((version) => ({
            ...version,
            previewUrl: level === 'ORIGINAL' ? version.previewUrl : null,
          })),
        },
      },
      DownloadMarkedPdf: by(({ versionId }) => {
        asked.push(versionId)
        return {
          data: {
            downloadMarkedPdf: {
              __typename: 'DownloadMarkedPdfPayload',
              url: '/files/marked/m',
              name: 'PPA.pdf',
            },
          },
        }
      }),
    })
    const user = userEvent.setup()
    await openDialog(user)
    for (const number of [2, 1]) {
      const row = await rowOf(number)
      const named = [...row.queryAllByRole('link'), ...row.queryAllByRole('button')]
      expect([level, named.map(({ textContent }) => textContent)]).toEqual([level, offered])
    }
    if (level === 'PDF') {
      await user.click((await rowOf(1)).getByRole('button', { name: 'Download marked PDF of version 1' }))
      const marked = within(await screen.findByRole('dialog', { name: 'Download marked PDF' }))
      await user.click(marked.getByRole('button', { name: 'Download' }))
      await waitFor(() => expect(asked).toEqual(['d1-v1']))
    }
    unmount()
  }
})

test('UPL-36 a page of an earlier version says so and leads to the current one', async () => {
  open({}, `${BASE}/d1?version=d1-v2`)
  await screen.findByText(/^Version 2 of 3, from .* by Maya Okafor\. It is not the current one\.$/)
  expect(screen.getByRole('link', { name: 'Show the current version' }).getAttribute('href')).toBe(
    `${BASE}/d1`,
  )
})

const ADMIN: Rights = { canEdit: true, canEditPermissions: true }
const rowOf = async (number: number) => {
  const rows = await within(await dialog()).findAllByRole('listitem')
  const row = rows.find((each) => each.textContent?.startsWith(`Version ${number}`))
  if (!row) throw new Error(`Version ${number} is not listed.`)
  return within(row)
}

test('DOC-44 an admin withdraws an earlier version once they were asked; its row stays with who and when, and opens nothing', async () => {
  const withdrawn = new Set<unknown>()
  const { user } = open(ADMIN, BASE, () => ({
    DocumentVersions: by(() => ({
      data: {
        documentVersions: versionsOf('d1', 3).map((version) =>
          withdrawn.has(version.id)
            ? {
                ...version,
                previewUrl: null,
                isWithdrawn: true,
                withdrawnAt: '2026-03-05T15:07:00.000Z',
                withdrawnBy: { __typename: 'User', id: 'tomas', fullName: 'Tomás Brandt' },
              }
            : version,
        ),
      },
    })),
    WithdrawVersion: by(({ versionId }): Answer => {
      withdrawn.add(versionId)
      return { data: { withdrawVersion: { __typename: 'DeletePayload', success: true } } }
    }),
  }))
  await openDialog(user)
  expect((await rowOf(3)).queryByRole('button', { name: /Withdraw/ })).toBeNull()
  await user.click((await rowOf(2)).getByRole('button', { name: 'Withdraw version 2' }))
  ;(await rowOf(2)).getByText(/^Version 2 will open for nobody, and this can’t be undone\./)
  await user.click((await rowOf(2)).getByRole('button', { name: 'Cancel' }))
  expect(withdrawn.size).toBe(0)
  await user.click((await rowOf(2)).getByRole('button', { name: 'Withdraw version 2' }))
  await user.click((await rowOf(2)).getByRole('button', { name: 'Withdraw version' }))
  await screen.findByText('Version 2 of PPA.docm has been withdrawn.')
  expect([...withdrawn]).toEqual(['d1-v2'])
  await waitFor(async () => (await rowOf(2)).getByText(/^Withdrawn by Tomás Brandt on /))
  const row = await rowOf(2)
  expect([...row.queryAllByRole('button'), ...row.queryAllByRole('link')]).toEqual([])
  ;(await rowOf(1)).getByRole('button', { name: 'Restore version 1' })
})

test('DOC-44 an admin opens earlier versions to readers with a switch, off at first; what is refused is said, and stays as it was', async () => {
  const sent: unknown[] = []
  const { user } = open(ADMIN, BASE, () => ({
    SetReadersSeeEarlierVersions: by((variables): Answer => {
      sent.push(variables)
      return sent.length > 1
        ? refused('FORBIDDEN', 'You may not do this.')
        : {
            data: {
              setReadersSeeEarlierVersions: {
                __typename: 'DocumentTree',
                id: TREE,
                readersSeeEarlierVersions: true,
              },
            },
          }
    }),
  }))
  await openDialog(user)
  const readers = await within(await dialog()).findByRole('switch', { name: 'Readers see earlier versions' })
  expect(readers.getAttribute('aria-checked') ?? String((readers as HTMLInputElement).checked)).toBe('false')
  await within(await dialog()).findByText('Off, for all files here')
  await user.click(readers)
  await within(await dialog()).findByText('On, for all files here')
  expect(sent).toEqual([{ treeId: TREE, isOn: true }])
  await user.click(readers)
  await within(await dialog()).findByText('You may not do this.')
  within(await dialog()).getByText('On, for all files here')
})

test('DOC-44 who may edit and not administer restores, and is offered neither the switch nor withdrawing', async () => {
  const { user } = open({ canEdit: true })
  await openDialog(user)
  ;(await rowOf(1)).getByRole('button', { name: 'Restore version 1' })
  expect(within(await dialog()).queryByRole('switch')).toBeNull()
  expect(within(await dialog()).queryByRole('button', { name: /Withdraw/ })).toBeNull()
})

test('DOC-44 the page of a version that was withdrawn says so, and shows the current one', async () => {
  open({}, `${BASE}/d1?version=d1-v2`, () => ({
    DocumentVersions: by(() => ({
      data: {
        documentVersions: versionsOf('d1', 3).map((version) =>
          version.number === 2 ? { ...version, previewUrl: null, isWithdrawn: true } : version,
        ),
      },
    })),
  }))
  await screen.findByText('Version 2 has been withdrawn. This is the current one.')
  expect(screen.queryByText(/^Version 2 of 3/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Show the current version' })).toBeNull()
})
