import { PHASE_OF_ROOM_LABELS } from '../../../shared/enumerations.ts'
import type { GroupSpan, MemberSpan, PhaseChange } from '../../access/pastSpans.ts'
import { type Cell, MAX_CELL, type Row } from '../../platform/spreadsheets/index.ts'
import type { CertifiedFiles } from '../documents/index.ts'
import type { CertifiedQuestion } from '../questions/index.ts'
import type { Checkpoint } from '../record/index.ts'
import type { Part } from './policy.ts'

/** A column, with its width in a spreadsheet in characters and its share of the width of a page. */
export interface SectionColumn {
  header: string
  width: number
  share: number
}

/** A part of a certificate: a table, as pages and spreadsheets have it. */
export interface Section {
  title: string
  columns: readonly SectionColumn[]
  /** What is said where there are no rows. */
  none: string
  rows(): AsyncIterable<readonly Row[]>
}

/** What a certificate is of. */
export interface Certified {
  room: string
  organisation: string
  /** Null for everything in the room. */
  group: string | null
  from: Date
  to: Date
  covers: readonly Part[]
  product: string
  issued: Date
  checkpoint: Checkpoint
}

const PARTS: Readonly<Record<Part, string>> = {
  DOCUMENTS: 'Documents',
  REPORTS: 'Reports',
  QUESTIONS: 'Questions and answers',
}
const USES = {
  VIEW: 'Opened',
  PRINT: 'Printed',
  DOWNLOAD: 'Downloaded',
  MARKED: 'Downloaded, marked PDF',
} as const

/** A moment as certificates have it, in UTC. */
export const momentText = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

/** A cell as pages have it. */
export const cellText = (cell: Cell): string => {
  if (cell === null) return ''
  if (cell instanceof Date) return momentText(cell)
  return typeof cell === 'object' ? cell.text : String(cell)
}

const broken = (text: string, most: number): string =>
  (text.match(new RegExp(`.{1,${most}}`, 'g')) ?? []).join('\n')

/** What stands at the head of a certificate (PROOF-08). What follows from its issue takes as many characters each time. */
export const factsOf = (certified: Certified): [string, string][] => [
  ['Deal room', certified.room],
  ['Organisation', certified.organisation],
  ['Tells of', certified.group === null ? 'Everything in the room' : `What ${certified.group} could see`],
  ['From', `${momentText(certified.from)} UTC`],
  ['Until', `${momentText(certified.to)} UTC`],
  ['Parts', ['Phases', 'Groups', 'Members', ...certified.covers.map((part) => PARTS[part])].join(', ')],
  ['Made by', certified.product],
  ['Issued', `${momentText(certified.issued)} UTC`],
  ['Record of', certified.checkpoint.organisation],
  ['Root of the record', certified.checkpoint.root.toString('hex')],
  ['Signed at', certified.checkpoint.at.toISOString()],
  ['Key', certified.checkpoint.keyId],
  ['Signature', broken(certified.checkpoint.signature.toString('base64'), 44)],
]

/** How a certificate is verified. */
export const VERIFYING =
  'All times are in UTC. Everything that is done in the room is an entry of a record that shows tampering. The record was signed with the key, the root and the time that are named here, after everything that this certificate tells of. To verify it: check the signature (Ed25519) with the public key of the installation, of the text that docs/record.md of the product describes; ask an administrator for a proof that the record of today goes on from this root, or have the whole record verified with “npm run verify-record”. A file is the one that is listed if its SHA-256 is the same.'

const column = (header: string, width: number, share: number): SectionColumn => ({ header, width, share })

/** What a certificate lists. */
export interface CertifiedParts {
  phases: readonly PhaseChange[]
  groups: readonly GroupSpan[]
  members: readonly MemberSpan[]
  files: CertifiedFiles
  /** Null where it does not tell of them. */
  questions: (() => AsyncGenerator<CertifiedQuestion[]>) | null
  isOfGroup: boolean
}

async function* whole(rows: Row[]): AsyncGenerator<Row[]> {
  if (rows.length > 0) yield rows
}

async function* mapped<Item>(
  portions: AsyncIterable<Item[]>,
  toRow: (item: Item) => Row,
): AsyncGenerator<Row[]> {
  for await (const portion of portions) yield portion.map(toRow)
}

/** Parts of a certificate in their order, each read anew whenever its rows are asked for (PROOF-07). */
export function sectionsOf(
  parts: CertifiedParts,
  { from, covers }: Pick<Certified, 'from' | 'covers'>,
): Section[] {
  const { phases, groups, members, files, questions, isOfGroup } = parts
  const hasFiles = covers.some((part) => part !== 'QUESTIONS')
  const seen = isOfGroup ? [column('Visible from', 20, 11), column('Visible until', 20, 11)] : []
  return [
    {
      title: 'Phases',
      // Who of the deal team did it is no matter of a group.
      columns: [
        column('From', 20, 14),
        column('Phase', 16, 20),
        ...(isOfGroup ? [] : [column('By', 28, 66)]),
      ],
      none: 'The room had no phase.',
      rows: () =>
        whole(
          phases.map(({ at, phase, by }) => [
            at ?? from,
            PHASE_OF_ROOM_LABELS[phase],
            ...(isOfGroup ? [] : [by]),
          ]),
        ),
    },
    {
      title: 'Groups',
      columns: [
        column('Group', 36, 40),
        column('Access from', 20, 20),
        column('Access until', 20, 20),
        column('Ends by itself', 20, 20),
      ],
      none: 'No group had access.',
      rows: () => whole(groups.map(({ name, since, until, endsAt }) => [name, since, until, endsAt])),
    },
    {
      title: 'Members',
      columns: [
        column('Group', 36, 26),
        column('Person', 28, 22),
        column('Company', 28, 22),
        column('Member from', 20, 15),
        column('Member until', 20, 15),
      ],
      none: 'Nobody was in these groups.',
      rows: () =>
        whole(members.map(({ group, name, company, since, until }) => [group, name, company, since, until])),
    },
    ...(hasFiles
      ? [
          {
            title: 'Documents',
            columns: [
              column('Number', 12, 7),
              column('Path', 60, 30),
              column('Version', 10, 7),
              column('Bytes', 14, 9),
              column('SHA-256', 66, 24),
              column('Uploaded', 20, 11),
              column('First published', 20, 11),
              ...seen,
              ...(isOfGroup ? [column('Given', 12, 9)] : []),
            ],
            none: 'There were no documents.',
            rows: () =>
              mapped(files.versions(), (each) => [
                each.number,
                each.path,
                each.version,
                each.size,
                each.sha256,
                each.uploadedAt,
                each.publishedAt,
                ...(isOfGroup ? [each.seenFrom, each.seenUntil, each.isRedacted ? 'Redacted' : 'Full'] : []),
              ]),
          } satisfies Section,
          {
            title: 'Opened and downloaded',
            columns: [
              column('Time', 20, 14),
              column('Person', 28, 16),
              column('Company', 28, 16),
              column('What', 24, 14),
              column('Path', 60, 32),
              column('Version', 10, 8),
            ],
            none: 'Nothing was opened or downloaded.',
            rows: () =>
              mapped(files.uses(), ({ at, person, company, kind, path, version, token }) => [
                at,
                person,
                company,
                token === null ? USES[kind] : `${USES[kind]} by token ${token}`,
                path,
                version,
              ]),
          } satisfies Section,
        ]
      : []),
    ...(questions
      ? [
          {
            title: 'Questions and answers',
            columns: [
              column('Log', 20, 12),
              column('Number', 10, 8),
              column('Asked', 20, 10),
              column('Asked by', 24, 13),
              column('Question', 60, 25),
              column('Answered', 20, 10),
              column('Answer', 60, 25),
            ],
            none: 'There were no questions.',
            rows: () =>
              mapped(questions(), (each) => [
                each.log,
                each.number,
                each.askedAt,
                each.askedBy,
                each.question.slice(0, MAX_CELL),
                each.answeredAt,
                each.answer?.slice(0, MAX_CELL) ?? null,
              ]),
          } satisfies Section,
        ]
      : []),
  ]
}
