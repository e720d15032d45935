import { type FileKind, fileKind } from '../../../../shared/fileKind.ts'
import { formatBytes } from '../../../../shared/format/bytes.ts'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import type { MailEntry, MailTone } from '../../../platform/mail/index.ts'
import type { Written } from '../../notifications/index.ts'
import type { WaitingByPerson } from '../../waiting/index.ts'
import { pageOf, type TreeSlugs } from '../core/addresses.ts'
import type { OpenTree } from '../core/trees.ts'
import type { AddedFile, AddedFolder } from './additions.ts'
import type { Summary } from './summary.ts'

/** Who added what is new, and when. */
export interface Addition {
  /** Name and company; null for who is no longer known. */
  by: string | null
  from: Date
  to: Date
  /** Publications that its reader knows files of (STAGE-05). */
  together: readonly { title: string; note: string | null }[]
}

const TONES: Readonly<Record<FileKind, MailTone>> = {
  pdf: 'danger',
  word: 'info',
  sheet: 'success',
  image: 'violet',
  file: 'neutral',
}

/** Characters of the word that says what kind of file it is. */
const MAX_WORD = 5

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
const times = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' })
const timeOf = (moment: Date): string => times.format(moment).replaceAll('\u202f', ' ')

/** Nobody's time zone is known to the server: UTC, and it says so. */
function whenOf({ from, to }: Pick<Addition, 'from' | 'to'>): string {
  const [first, last] = [days.format(from), days.format(to)]
  if (first !== last) return `from ${first}, ${timeOf(from)} to ${last}, ${timeOf(to)} (UTC)`
  const [began, ended] = [timeOf(from), timeOf(to)]
  return began === ended ? `on ${first}, at ${began} (UTC)` : `on ${first}, from ${began} to ${ended} (UTC)`
}

/** Publications that a mail names. */
const MAX_TOGETHER = 10

/** What the mail about a batch says to those who may open the tree and read by the same access lists. */
export function letterOf(
  summary: Summary,
  addition: Addition,
  {
    tree,
    slugs,
    origin,
    pathOf,
    isRedacted,
  }: {
    tree: Pick<OpenTree, 'name' | 'place' | 'type'>
    slugs: TreeSlugs
    origin: string
    pathOf: (folder: AddedFolder) => string[]
    /** Whether by that list redacted renditions are given: of the file itself nothing is told (REDACT-20). */
    isRedacted: (aclId: number) => boolean
  },
): Written {
  const word = tree.type === 'REPORTS' ? 'report' : 'document'
  const address = (id?: string): string => `${origin}${pageOf(tree, slugs, id)}`
  const folderAddress = (folders: readonly AddedFolder[]): string => {
    const [only] = folders
    // The root is the page of the tree itself.
    return address(folders.length === 1 && only && only.path.length > 1 ? only.id : undefined)
  }
  const entryOf = ({ id, name, extension, size, number, aclId }: AddedFile): MailEntry => ({
    name,
    url: address(id),
    kind: {
      word: extension.length > 0 && extension.length <= MAX_WORD ? extension.toUpperCase() : 'FILE',
      tone: TONES[fileKind(name)],
    },
    ...(isRedacted(aclId)
      ? {}
      : { value: formatBytes(size), ...(number > 1 && { note: `Version ${number}` }) }),
  })
  const files = summary.named.flatMap((each) => each.files)
  const only = summary.files === 1 ? files[0] : undefined
  const what = only ? only.name : formatCount(summary.files, `new ${word}`)
  const it = only ? 'it' : 'them'
  const { more } = summary
  const [moreIn] = more.folders
  const where =
    more.folders.length === 1 && moreIn
      ? (pathOf(moreIn).at(-1) ?? tree.name)
      : formatCount(more.folders.length, 'folder')
  return {
    subject: `${tree.name}: ${what}`,
    title: only ? `${what} is new in ${tree.name}` : `${what} in ${tree.name}`,
    preheader: files
      .slice(0, 2)
      .map(({ name }) => name)
      .join(', '),
    paragraphs: [
      addition.by === null
        ? `${only ? 'It was' : 'They were'} added ${whenOf(addition)}.`
        : `${addition.by} added ${it} ${whenOf(addition)}.`,
      ...addition.together
        .slice(0, MAX_TOGETHER)
        .map(({ title, note }) => (note === null ? title : `${title}: ${note}`)),
    ],
    button: {
      label: `Open ${word}s`,
      url: folderAddress(more.files === 0 ? summary.named.map(({ folder }) => folder) : []),
    },
    sections: summary.named.map((each) => ({
      path: pathOf(each.folder),
      entries: each.files.map(entryOf),
    })),
    ...(more.files > 0
      ? { more: { label: `${formatNumber(more.files)} more in ${where}`, url: folderAddress(more.folders) } }
      : {}),
  }
}

/** Lines of what waits that a mail has at most, as home has them first (NEW-04). */
const MAX_WAITING = 20

/** The mails, each with what waits in the room for its reader. */
export const withWaiting = (
  mails: ReadonlyMap<string, Written>,
  waiting: WaitingByPerson,
  origin: string,
): Map<string, Written> =>
  new Map(
    [...mails].map(([personId, written]) => {
      const lines = waiting.get(personId) ?? []
      const entries = lines
        .slice(0, MAX_WAITING)
        .map(({ title, place, path }): MailEntry => ({ name: title, url: `${origin}${path}`, note: place }))
      return [
        personId,
        entries.length > 0 ? { ...written, besides: { path: ['Waiting for you'], entries } } : written,
      ]
    }),
  )
