import type { Mark } from '../../../../shared/markRules.ts'
import { PAGE_SIGN } from '../../../platform/pages/index.ts'
import { writtenCode } from './markCode.ts'

/** What the words of a pattern stand for, of one reader and one page. */
export interface MarkValues {
  name: string
  email: string
  /** Empty for none, like the others. */
  company: string
  /** Names of the groups by which they see the document. */
  groups: readonly string[]
  room: string
  at: Date
  /** Network address of the request. */
  address: string
  document: string
  /** Null for a sign that stands for the page and all of them, where they are drawn together. */
  page: number | null
  pages: number
}

const SEPARATOR = ' · '
/** Names of groups that are named; how many more there are follows. */
const NAMED_GROUPS = 2

/** The lines of a mark, the code in the last one (MARK-05, MARK-08). */
export function markLines({ pattern, zone }: Mark, values: MarkValues, code: string): string[] {
  const words = wordsOf(values, zone)
  const lines = pattern.split('\n').flatMap((line) => {
    // A value that is missing takes its separator with it.
    const parts = line.split(SEPARATOR).flatMap((part) => {
      const text = plain(part)
        .replace(/\{(\w+)\}/g, (all, word: string) => words[word] ?? all)
        .replace(/ {2,}/g, ' ')
        .trim()
      return text === '' ? [] : [text]
    })
    return parts.length === 0 ? [] : [parts.join(SEPARATOR)]
  })
  return [...lines, writtenCode(code)]
}

function wordsOf(values: MarkValues, zone: string): Readonly<Record<string, string>> {
  const { groups, at, page, pages } = values
  const more = groups.length - NAMED_GROUPS
  const words = {
    name: values.name,
    email: values.email,
    company: values.company,
    group: [...groups.slice(0, NAMED_GROUPS), ...(more > 0 ? [`+${more}`] : [])].join(', '),
    room: values.room,
    date: dateIn(zone, at),
    time: timeIn(zone, at),
    address: values.address,
    document: values.document,
  }
  return {
    ...Object.fromEntries(Object.entries(words).map(([word, value]) => [word, plain(value)])),
    page: page === null ? PAGE_SIGN : `${page} of ${pages}`,
  }
}

/** Without what would break lines or turn the writing around (MARK-18). */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

const dateIn = (timeZone: string, at: Date): string =>
  at.toLocaleDateString('en-US', { timeZone, month: '2-digit', day: '2-digit', year: 'numeric' })

function timeIn(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('hour')}:${part('minute')} ${part('timeZoneName').replace('GMT', 'UTC').replace('+00:00', '')}`
}
