import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CODENAMES, DEFAULT_ROLES } from '../../shared/permissions.ts'
import { checkpointOf, type Draft, type Key, leafOf, newKey, sha256Of } from './draft.ts'

const OFFLINE = path.join(import.meta.dirname, '../../server/modules/archives/offline')

/** Made of a number, so that a test can name it. */
export const idOf = (number: number): string => `0195d000-0000-7000-8000-${String(number).padStart(12, '0')}`

const ORGANISATION = { id: idOf(1), name: 'Meridian Renewables' }
const AT = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`

interface Version {
  number: number
  content: string
  by: string
  day: number
  path: string
}

/**
 * The archive of a small room, as its draft: numbered folders in folders, a file of two versions, one that is deleted, one that
 * a group is given as a marked PDF, questions with answers, and a record with two checkpoints, each by a key of its own.
 */
export function sampleDraft(): { draft: Draft; key: Key; leaves: Buffer[] } {
  const former = newKey()
  const key = newKey()
  const contents: Draft['contents'] = new Map([
    ['index.html', { kind: 'PROGRAM', bytes: readFileSync(path.join(OFFLINE, 'index.generated.html')) }],
    ['verify.mjs', { kind: 'PROGRAM', bytes: readFileSync(path.join(OFFLINE, 'verify.mjs')) }],
  ])
  const entries: string[] = []
  const document = (
    id: number,
    given: { name: string; number: string; access: number; folder?: string; deletedAt?: string },
    versions: readonly Version[],
  ) => ({
    id: idOf(id),
    tree: 'DOCUMENTS',
    ...given,
    versions: versions.map(({ number, content, by, day, path: file }) => {
      const bytes = Buffer.from(content)
      const version = idOf(id * 100 + number)
      contents.set(file, { kind: 'ORIGINAL', bytes, document: idOf(id), version })
      const sha256 = sha256Of(bytes)
      entries.push(
        `{"at":"${AT(day)}","document":"${idOf(id)}","entry":"version","id":"${version}","number":${number},"sha256":"${sha256}","size":${bytes.length}}`,
      )
      return { id: version, number, at: AT(day), by, size: bytes.length, sha256, file }
    }),
  })
  const documents = [
    document(20, { name: 'Data room rules.pdf', number: '3', access: 1 }, [
      {
        number: 1,
        content: 'Rules of the room',
        by: 'Dana Whitfield',
        day: 2,
        path: 'files/Documents/3 Data room rules.pdf',
      },
    ]),
    document(21, { name: 'Zoning approval.pdf', number: '1.1', folder: idOf(10), access: 1 }, [
      {
        number: 1,
        content: 'Approval, draft',
        by: 'Dana Whitfield',
        day: 2,
        path: 'versions/Documents/1 Permits/1.1 Zoning approval (version 1).pdf',
      },
      {
        number: 2,
        content: 'Approval, signed',
        by: 'Tom Okafor',
        day: 4,
        path: 'files/Documents/1 Permits/1.1 Zoning approval.pdf',
      },
    ]),
    document(22, { name: 'Site plan.xlsx', number: '1.2.1', folder: idOf(11), access: 2 }, [
      {
        number: 1,
        content: 'Plan of the site',
        by: 'Dana Whitfield',
        day: 3,
        path: 'files/Documents/1 Permits/1.2 Drawings/1.2.1 Site plan.xlsx',
      },
    ]),
    document(23, { name: 'Power purchase agreement.docx', number: '2.1', folder: idOf(12), access: 2 }, [
      {
        number: 1,
        content: 'Agreement',
        by: 'Tom Okafor',
        day: 5,
        path: 'files/Documents/2 Contracts/2.1 Power purchase agreement.docx',
      },
    ]),
    document(24, { name: 'Old lease.pdf', number: '2.2', folder: idOf(12), access: 2, deletedAt: AT(8) }, [
      {
        number: 1,
        content: 'Lease',
        by: 'Tom Okafor',
        day: 5,
        path: 'deleted/Documents/2 Contracts/2.2 Old lease.pdf',
      },
    ]),
  ]
  for (let number = 0; number < 30; number += 1) {
    entries.push(`{"at":"${AT(9)}","entry":"activity","kind":"VIEW","number":${number}}`)
  }
  const leaves = entries.map(leafOf)
  contents.set('record/leaves.bin', { kind: 'RECORD', bytes: Buffer.concat(leaves) })
  contents.set('questions/Bidder questions.xlsx', { kind: 'TABLE', bytes: Buffer.from('questions') })
  contents.set('pages/Overview.pdf', { kind: 'PAGE', bytes: Buffer.from('overview') })
  contents.set('certificates/Lenders.pdf', { kind: 'CERTIFICATE', bytes: Buffer.from('certificate') })
  const folder = (id: number, name: string, number: string, parent?: number) => ({
    ...{
      id: idOf(id),
      tree: 'DOCUMENTS',
      name,
      number,
      access: 1,
      path: `files/Documents/${number} ${name}`,
    },
    ...(parent === undefined ? {} : { parent: idOf(parent) }),
  })
  const lists: Draft['lists'] = {
    folders: [folder(10, 'Permits', '1'), folder(11, 'Drawings', '1.2', 10), folder(12, 'Contracts', '2')],
    documents,
    access: [
      { number: 1, open: true, given: [], passing: [] },
      {
        number: 2,
        open: false,
        given: [
          { group: 'Sellers', level: 'ORIGINAL' },
          { group: 'Lenders', level: 'VIEW', redacted: true },
        ],
        passing: [],
      },
    ],
    trees: [
      {
        ...{ tree: 'DOCUMENTS', principals: 'GROUP', usualLevel: 'ORIGINAL', numbering: 'ONE', access: 1 },
        ...{ readersSeeEarlierVersions: false, allowRootFiles: true },
      },
    ],
    groups: [
      {
        ...{ name: 'Sellers', role: 'Deal Room Admin', organisationWide: false },
        permissions: (DEFAULT_ROLES['Deal Room Admin'] ?? []).map((permission) => CODENAMES[permission]),
        members: [{ name: 'Dana Whitfield', company: 'Meridian' }],
      },
      {
        // Others than those that a new organisation's viewers have.
        ...{ name: 'Lenders', role: 'Viewer', organisationWide: false },
        permissions: ['dealroom:view', 'documents:view', 'reports:view'],
        members: [{ name: 'Tom Okafor', company: 'First Bank' }],
      },
    ],
    logs: [
      {
        id: idOf(40),
        name: 'Bidder questions',
        restricted: false,
        eachParty: false,
        groups: [],
        categories: ['Land'],
        topics: [],
      },
    ],
    questions: [
      {
        ...{
          id: idOf(50),
          log: idOf(40),
          number: '1',
          askedAt: AT(3),
          askedBy: 'Tom Okafor',
          isClosed: true,
        },
        ...{
          text: 'Is the zoning approval final?',
          answer: 'Yes. It was signed on March 4.\nSee 1.1.',
          answeredAt: AT(4),
        },
        body: text('Is the zoning approval final?'),
        answerBody: text('Yes. It was signed on March 4.', 'See 1.1.'),
        categories: ['Land'],
        topics: [],
      },
      {
        ...{
          id: idOf(51),
          log: idOf(40),
          number: '1.1',
          parent: idOf(50),
          askedAt: AT(5),
          askedBy: 'Tom Okafor',
        },
        ...{
          text: 'Who signed it?',
          body: text('Who signed it?'),
          isPriority: true,
          categories: [],
          topics: [],
        },
      },
    ],
    pages: [{ title: 'Overview', file: 'pages/Overview.pdf', text: '# Harbor Solar' }],
    certificates: [
      {
        at: AT(9),
        from: AT(1),
        to: AT(9),
        group: 'Lenders',
        by: 'Dana Whitfield',
        files: ['certificates/Lenders.pdf'],
      },
    ],
    history: documents.flatMap(({ id, name, versions }) =>
      versions.map(({ at, by, number }) => ({
        at,
        kind: 'UPLOAD',
        by,
        document: id,
        path: name,
        version: number,
      })),
    ),
    entries: entries.map((entry, position) => ({ position, entry })),
    checkpoints: [
      checkpointOf(former, ORGANISATION.id, leaves.slice(0, 11), AT(6)),
      checkpointOf(key, ORGANISATION.id, leaves, AT(10)),
    ],
    keys: [
      { id: former.id, publicKey: former.publicKey, createdAt: AT(1), retiredAt: AT(7) },
      { id: key.id, publicKey: key.publicKey, createdAt: AT(7) },
    ],
  }
  const draft: Draft = {
    viewpoint: { kind: 'EVERYTHING' },
    organisation: ORGANISATION,
    room: { id: idOf(2), name: 'Harbor Solar', slug: 'harbor-solar' },
    madeAt: AT(10),
    parts: [{ number: 1, name: 'harbor-solar-archive-001.zip' }],
    lists,
    contents,
    timestamps: [],
  }
  return { draft, key, leaves }
}

const text = (...paragraphs: readonly string[]) => ({
  type: 'doc',
  content: paragraphs.map((each) => ({ type: 'paragraph', content: [{ type: 'text', text: each }] })),
})
