import { expect, test } from 'vitest'
import type { OpenTree } from '../core/trees.ts'
import type { AddedFile, AddedFolder } from './additions.ts'
import { type Addition, letterOf, withWaiting } from './letter.ts'
import type { Summary } from './summary.ts'

const ORIGIN = 'https://rooms.fund.example'
const ROOM = `${ORIGIN}/portfolios/prairie/storage`
const MORNING = new Date('2026-11-06T09:05:00Z')

const tree = (type: OpenTree['type'] = 'DOCUMENTS') =>
  ({ type, name: 'Prairie', place: { kind: 'portfolio', organisationId: 'o', portfolioId: 'p' } }) as const

const root: AddedFolder = { id: 'root', name: '', aclId: 1, path: ['root'] }
const leases: AddedFolder = { id: 'leases', name: 'Leases', aclId: 1, path: ['root', 'leases'] }
const ppas: AddedFolder = { id: 'ppas', name: 'PPAs', aclId: 1, path: ['root', 'ppas'] }

const file = (id: string, given: Partial<AddedFile> = {}): AddedFile => ({
  id,
  folderId: 'leases',
  aclId: 1,
  name: `${id}.pdf`,
  extension: 'pdf',
  size: 5_100_000,
  number: 1,
  ...given,
})

const ONE: Summary = {
  files: 1,
  named: [{ folder: leases, files: [file('Lease')] }],
  more: { files: 0, folders: [] },
}
const ANN: Addition = { by: 'Ann Lee of Fund', from: MORNING, to: MORNING, together: [] }

const letter = (
  summary: Summary,
  addition: Partial<Addition> = {},
  {
    type,
    isRedacted = () => false,
  }: { type?: OpenTree['type']; isRedacted?: (aclId: number) => boolean } = {},
) =>
  letterOf(
    summary,
    { ...ANN, ...addition },
    {
      tree: tree(type),
      slugs: { organisation: 'fund', entity: 'prairie' },
      origin: ORIGIN,
      pathOf: (folder) => (folder.name === '' ? [] : [folder.name]),
      isRedacted,
    },
  )

test('one new document is named in the subject, and its folder is opened', () => {
  expect(letter(ONE)).toEqual({
    subject: 'Prairie: Lease.pdf',
    title: 'Lease.pdf is new in Prairie',
    preheader: 'Lease.pdf',
    paragraphs: ['Ann Lee of Fund added it on Friday, November 6, 2026, at 9:05 AM (UTC).'],
    button: { label: 'Open documents', url: `${ROOM}/documents/leases` },
    sections: [
      {
        path: ['Leases'],
        entries: [
          {
            name: 'Lease.pdf',
            url: `${ROOM}/documents/Lease`,
            kind: { word: 'PDF', tone: 'danger' },
            value: '5.1 MB',
          },
        ],
      },
    ],
  })
})

test('of several their number is said, and of those that are not named how many are in which folders', () => {
  const files = [file('A'), file('B'), file('C')]
  const some: Summary = {
    files: 1203,
    named: [{ folder: leases, files }],
    more: { files: 1200, folders: [ppas] },
  }
  expect(letter(some)).toMatchObject({
    subject: 'Prairie: 1,203 new documents',
    title: '1,203 new documents in Prairie',
    preheader: 'A.pdf, B.pdf',
    button: { url: `${ROOM}/documents` },
    more: { label: '1,200 more in PPAs', url: `${ROOM}/documents/ppas` },
  })
  const many = (folders: AddedFolder[]) => letter({ ...some, more: { files: 2, folders } }).more
  expect(many([ppas, leases])).toEqual({ label: '2 more in 2 folders', url: `${ROOM}/documents` })
  // What lies at the top of the tree is on its own page.
  expect(many([root])).toEqual({ label: '2 more in Prairie', url: `${ROOM}/documents` })
  const two: Summary = {
    files: 2,
    named: [leases, ppas].map((folder) => ({ folder, files: [file('A')] })),
    more: { files: 0, folders: [] },
  }
  expect(letter(two).button).toEqual({ label: 'Open documents', url: `${ROOM}/documents` })
  expect(letter(two).more).toBeUndefined()
})

test('reports are called so', () => {
  const two: Summary = { ...ONE, files: 2 }
  expect(letter(two, {}, { type: 'REPORTS' })).toMatchObject({
    title: '2 new reports in Prairie',
    button: { label: 'Open reports', url: `${ROOM}/reports/leases` },
  })
})

test.each([
  [MORNING, 'on Friday, November 6, 2026, at 9:05 AM (UTC)'],
  [new Date('2026-11-06T13:30:00Z'), 'on Friday, November 6, 2026, from 9:05 AM to 1:30 PM (UTC)'],
  [
    new Date('2026-11-07T00:10:00Z'),
    'from Friday, November 6, 2026, 9:05 AM to Saturday, November 7, 2026, 12:10 AM (UTC)',
  ],
])('what came until %s was added %s', (to, words) => {
  expect(letter(ONE, { to }).paragraphs).toEqual([`Ann Lee of Fund added it ${words}.`])
  expect(letter(ONE, { to, by: null }).paragraphs).toEqual([`It was added ${words}.`])
  expect(letter({ ...ONE, files: 2 }, { to, by: null }).paragraphs).toEqual([`They were added ${words}.`])
  expect(letter({ ...ONE, files: 2 }, { to }).paragraphs).toEqual([`Ann Lee of Fund added them ${words}.`])
})

test('STAGE-05 at most ten publications are named, with their notes', () => {
  const together = Array.from({ length: 11 }, (_, at) => ({
    title: `Round ${at}`,
    note: at === 0 ? 'Read first' : null,
  }))
  expect(letter(ONE, { together }).paragraphs?.slice(1)).toEqual([
    'Round 0: Read first',
    ...Array.from({ length: 9 }, (_, at) => `Round ${at + 1}`),
  ])
})

test('a later version says so, and of a redacted file neither version nor size is told', () => {
  const entry = (given: Partial<AddedFile>, isRedacted?: (aclId: number) => boolean) =>
    letter(
      { ...ONE, named: [{ folder: leases, files: [file('A', given)] }] },
      {},
      isRedacted ? { isRedacted } : {},
    ).sections?.[0]?.entries[0]
  expect(entry({ number: 2 })).toMatchObject({ note: 'Version 2', value: '5.1 MB' })
  expect(entry({ number: 1 })).not.toHaveProperty('note')
  const covered = entry({ number: 2, aclId: 7 }, (aclId) => aclId === 7)
  expect([covered && 'note' in covered, covered && 'value' in covered]).toEqual([false, false])
  expect(entry({ number: 2, aclId: 8 }, (aclId) => aclId === 7)).toHaveProperty('value')
  expect(['pdf', 'xhtml', 'gpkg12', ''].map((extension) => entry({ extension })?.kind?.word)).toEqual([
    'PDF',
    'XHTML',
    'FILE',
    'FILE',
  ])
})

test('NEW-04 at most twenty things that wait stand below, for those for whom something waits', () => {
  const written = letter(ONE)
  const line = (at: number) => ({ title: `Step ${at}`, place: 'Prairie', path: `/portfolios/prairie/${at}` })
  const mails = new Map([
    ['ann', written],
    ['bob', written],
  ])
  const waiting = new Map([
    ['ann', Array.from({ length: 21 }, (_, at) => line(at))],
  ]) as unknown as Parameters<typeof withWaiting>[1]
  const all = withWaiting(mails, waiting, ORIGIN)
  expect(all.get('bob')).toEqual(written)
  const { besides, ...rest } = all.get('ann') ?? written
  expect(rest).toEqual(written)
  expect(besides?.path).toEqual(['Waiting for you'])
  expect(besides?.entries).toHaveLength(20)
  expect(besides?.entries[19]).toEqual({
    name: 'Step 19',
    url: `${ORIGIN}/portfolios/prairie/19`,
    note: 'Prairie',
  })
})
