import { formatBytes } from '../../shared/format/bytes.ts'
import { formatCount } from '../../shared/format/number.ts'
import { formatDate, formatDateTime } from '../../shared/format/time.ts'
import { LEVEL_NAMES } from '../../shared/levelNames.ts'
import { chevron, chip, el, fileGlyph, fileLink, folderGlyph, moment, problem } from './elements.ts'
import type { Lists } from './lists.ts'
import type { AccessRow, DocumentRow, TreeKind, VersionRow } from './rows.ts'
import { createTree, currentOf, type Entry, type Tree, titleOf } from './tree.ts'

/** Entries that are shown together; further ones by a button. */
const PAGE = 300
const TREE_NAMES: Readonly<Record<TreeKind, string>> = { DOCUMENTS: 'Documents', REPORTS: 'Reports' }
const GIVEN = { MARKED: 'Marked PDF', REDACTED: 'Redacted' } as const
let lastId = 0

/** The documents of an archive: a tree, and a search in their names. */
export function documentsPanel(lists: Lists): HTMLElement {
  const panel = el('div', {}, el('p', { role: 'status', class: 'waiting' }, 'Reading the list of documents…'))
  const open = async () => {
    const [folders, documents, access] = [
      await lists.all('folders'),
      await lists.all('documents'),
      await lists.all('access'),
    ]
    const rows = new Map(access.map((row) => [row.number, row]))
    panel.replaceChildren(...shown(createTree(folders, documents), rows))
  }
  open().catch((error) => panel.replaceChildren(problem(error)))
  return panel
}

function shown(tree: Tree, access: ReadonlyMap<number, AccessRow>): HTMLElement[] {
  const status = el('p', { role: 'status', class: 'status' })
  const found = el('div', { class: 'panel', hidden: true })
  const browsed = el('div', {})
  for (const kind of tree.kinds) {
    const entries = tree.children(kind, null)
    browsed.append(
      el(
        'div',
        { class: 'panel' },
        el('h2', {}, TREE_NAMES[kind]),
        entries.length > 0
          ? listOf(entries, { tree, access })
          : el('p', { class: 'empty' }, 'Nothing is in here.'),
      ),
    )
  }
  const search = el('input', {
    type: 'search',
    id: 'search-names',
    autocomplete: 'off',
    oninput: () => {
      const text = search.value.trim()
      found.hidden = text === ''
      browsed.hidden = text !== ''
      if (text === '') return status.replaceChildren()
      const hits = tree.find(text)
      status.textContent =
        hits.length === 0 ? 'No name has these words.' : `${formatCount(hits.length, 'name')} found.`
      found.replaceChildren(el('h2', {}, 'Found'), listOf(hits, { tree, access, isFlat: true }))
    },
  })
  return [
    el('div', { class: 'toolbar' }, el('label', { for: 'search-names' }, 'Search names'), search, status),
    found,
    browsed,
  ]
}

interface Shown {
  tree: Tree
  access: ReadonlyMap<number, AccessRow>
  /** Each with the folders that it is in, as what was found. */
  isFlat?: boolean
}

function listOf(entries: readonly Entry[], how: Shown): HTMLElement {
  const list = el('ul', { class: 'entries' })
  let next = 0
  const more = el('button', { type: 'button', class: 'more', onclick: () => add(true) })
  const add = (isAsked: boolean) => {
    const added = entries.slice(next, next + PAGE).map((entry) => rowOf(entry, how))
    next += added.length
    more.replaceWith()
    list.append(...added)
    if (isAsked) added[0]?.querySelector<HTMLElement>('button, a')?.focus()
    if (next >= entries.length) return
    more.textContent = `Show ${formatCount(Math.min(PAGE, entries.length - next), 'more', 'more')} of ${formatCount(entries.length, 'entry', 'entries')}`
    list.after(more)
    // The list may not be in the page yet.
    queueMicrotask(() => list.after(more))
  }
  add(false)
  return list
}

function rowOf(entry: Entry, how: Shown): HTMLElement {
  const place = how.isFlat ? how.tree.folderNames(entry).join(' / ') : ''
  const where = place === '' ? null : el('span', { class: 'place' }, place)
  const marks = [
    entry.row.deletedAt !== undefined && chip(`Deleted ${formatDate(entry.row.deletedAt)}`, 'danger'),
    entry.row.staged === true && chip('Staged', 'info'),
  ]
  return entry.isFolder
    ? folderRow(entry, how, [where, ...marks])
    : documentRow(entry.row, how, [where, ...marks])
}

/** What a button shows below its row, made when it is first asked for. */
function disclosing(button: HTMLButtonElement, make: () => HTMLElement, place: HTMLElement): void {
  lastId += 1
  const id = `shown-${lastId}`
  let content: HTMLElement | null = null
  button.setAttribute('aria-expanded', 'false')
  button.addEventListener('click', () => {
    const isOpen = button.getAttribute('aria-expanded') !== 'true'
    button.setAttribute('aria-expanded', String(isOpen))
    if (!content) {
      content = make()
      const box = el('div', { id }, content)
      button.setAttribute('aria-controls', id)
      place.append(box)
      content = box
    }
    content.hidden = !isOpen
  })
}

type Extra = readonly (HTMLElement | null | false)[]

function folderRow(entry: Entry & { isFolder: true }, how: Shown, extra: Extra): HTMLElement {
  const { row } = entry
  const children = how.tree.children(row.tree, row.id)
  const button = el(
    'button',
    { type: 'button', class: 'folder' },
    chevron(),
    folderGlyph(),
    el('span', { class: 'name' }, titleOf(row)),
  )
  const item = el(
    'li',
    {},
    el(
      'div',
      { class: 'row' },
      button,
      ...extra,
      el('span', { class: 'count' }, formatCount(children.length, 'entry', 'entries')),
    ),
  )
  disclosing(
    button,
    () =>
      children.length > 0
        ? listOf(children, { ...how, isFlat: false })
        : el('p', { class: 'empty' }, 'Nothing is in this folder.'),
    item,
  )
  return item
}

function documentRow(row: DocumentRow, how: Shown, extra: Extra): HTMLElement {
  const version = currentOf(row)
  const title = titleOf(row)
  const name =
    version?.file === undefined
      ? el('span', { class: 'name' }, title)
      : fileLink(version.file, title, { class: 'name' })
  const details = el(
    'button',
    { type: 'button', class: 'details', 'aria-label': `Details of ${title}` },
    'Details',
  )
  const item = el(
    'li',
    {},
    el(
      'div',
      { class: 'row' },
      el('span', { class: 'lead' }, fileGlyph(row.name), name),
      ...extra,
      version?.given !== undefined && chip(GIVEN[version.given], 'neutral'),
      version?.leftOut !== undefined && chip('No file', 'warning'),
      el('span', { class: 'size' }, formatBytes(version?.size)),
      version ? moment(version.at, formatDate(version.at)) : null,
      details,
    ),
  )
  disclosing(details, () => detailsOf(row, how.access), item)
  return item
}

function detailsOf(
  { name, versions, access, deletedAt }: DocumentRow,
  rows: ReadonlyMap<number, AccessRow>,
): HTMLElement {
  const given = access === undefined ? undefined : rows.get(access)
  return el(
    'div',
    { class: 'facts' },
    el(
      'table',
      {},
      el('caption', {}, `Versions of ${name}`),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...['Version', 'Uploaded', 'By', 'Size', 'SHA-256'].map((head) => el('th', { scope: 'col' }, head)),
        ),
      ),
      el('tbody', {}, ...versions.toReversed().map(versionRow)),
    ),
    given && el('p', {}, `May read it: ${readersOf(given)}.`),
    deletedAt !== undefined && el('p', {}, `Deleted ${formatDateTime(deletedAt)}.`),
  )
}

function versionRow({
  number,
  at,
  by,
  size,
  sha256,
  file,
  given,
  leftOut,
  withdrawnAt,
}: VersionRow): HTMLElement {
  const text = `Version ${number}`
  const note = [given && GIVEN[given], withdrawnAt && 'withdrawn', leftOut].filter(Boolean).join(', ')
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, file === undefined ? text : fileLink(file, text), note && ` ${note}`),
    el('td', {}, moment(at, formatDateTime(at))),
    el('td', {}, by ?? '–'),
    el('td', {}, formatBytes(size)),
    el('td', { class: 'hash' }, sha256),
  )
}

function readersOf({ open, given }: AccessRow): string {
  const named = given.map(
    ({ group, role, level, redacted }) =>
      `${group ?? role} (${LEVEL_NAMES[level]}${redacted ? ', redacted' : ''})`,
  )
  if (open) return ['all groups of the room', ...named].join(', ')
  return named.length > 0 ? named.join(', ') : 'nobody but its editors'
}
