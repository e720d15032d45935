import { formatDate, formatTime } from '../../shared/format/time.ts'
import { el, moment, problem } from './elements.ts'
import type { Lists } from './lists.ts'
import type { HistoryRow } from './rows.ts'

/** Entries that are shown together. */
const PAGE = 200

/** What was done, as a sentence goes on behind who did it; what is not named here is said by its own words. */
const DONE: Readonly<Record<string, string>> = {
  UPLOAD: 'uploaded',
  RENAME: 'renamed',
  MOVE: 'moved',
  CREATE_FOLDER: 'created the folder',
  DELETE: 'deleted',
  RESTORE: 'restored',
  DELETE_FOR_GOOD: 'deleted for good',
  PERMISSION: 'changed the permissions of',
  REDACTION: 'redacted',
  VIEW: 'viewed',
  PRINT: 'printed',
  DOWNLOAD: 'downloaded',
  WITHDRAW_VERSION: 'withdrew a version of',
  CREATE_QUESTION: 'asked a question',
  UPDATE_QUESTION: 'changed a question',
  ANSWER_QUESTION: 'answered a question',
  CLOSE_QUESTION: 'closed a question',
  REOPEN_QUESTION: 'reopened a question',
}

const doneBy = (kind: string): string => DONE[kind] ?? kind.toLowerCase().replaceAll('_', ' ')

/** What was done in the room, the newest first: lists are read as they are needed. */
export function historyPanel(lists: Lists): HTMLElement {
  const days = el('div', { class: 'panel history' }, el('h2', {}, 'History'))
  const waiting = lists.listsOf('history').toReversed()
  let rows: HistoryRow[] = []
  let day = { name: '', list: el('ul', {}) }
  const more = el(
    'button',
    { type: 'button', class: 'more', onclick: () => void add(true) },
    'Show earlier entries',
  )
  const add = async (isAsked: boolean): Promise<void> => {
    more.remove()
    try {
      const next = waiting[0]
      if (rows.length < PAGE && next) {
        rows = [...rows, ...(await lists.read<'history'>(next)).toReversed()]
        waiting.shift()
      }
    } catch (error) {
      days.append(problem(error))
      return
    }
    const added = rows.slice(0, PAGE)
    rows = rows.slice(PAGE)
    for (const row of added) {
      const name = formatDate(row.at)
      if (name !== day.name) {
        day = { name, list: el('ul', {}) }
        days.append(el('h3', {}, name), day.list)
      }
      day.list.append(entryOf(row))
    }
    if (added.length === 0) days.append(el('p', { class: 'empty' }, 'There are no entries.'))
    if (rows.length === 0 && waiting.length === 0) return
    days.append(more)
    if (isAsked) more.focus({ preventScroll: true })
  }
  void add(false)
  return days
}

const entryOf = ({ at, kind, by, path, version }: HistoryRow): HTMLElement =>
  el(
    'li',
    {},
    el('strong', {}, by ?? 'Helioroom'),
    ` ${doneBy(kind)} `,
    path !== undefined && el('span', { class: 'path' }, path),
    version !== undefined && ` (version ${version})`,
    moment(at, formatTime(at)),
  )
