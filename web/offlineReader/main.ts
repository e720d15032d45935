import { formatNumber } from '../../shared/format/number.ts'
import { formatDateTime } from '../../shared/format/time.ts'
import { documentsPanel } from './documents.ts'
import { el, problem } from './elements.ts'
import { filesPanel } from './files.ts'
import { historyPanel } from './history.ts'
import { type Lists, openLists } from './lists.ts'
import { questionsPanel } from './questions.ts'
import type { Manifest } from './rows.ts'
import { tabs } from './tabs.ts'
import { verifyPanel } from './verifyPanel.ts'

const COUNTED = [
  ['documents', 'Documents'],
  ['folders', 'Folders'],
  ['questions', 'Questions'],
  ['history', 'History entries'],
  ['files', 'Files'],
] as const

const whoseOf = ({ viewpoint, until }: Manifest): string => {
  if (viewpoint.kind === 'EVERYTHING') return 'Everything'
  const seen = `What ${viewpoint.group ?? ''} could see`
  return until === undefined ? seen : `${seen} until ${formatDateTime(until)}`
}

function head({ manifest, signature }: Lists): HTMLElement {
  const { room, organisation, counts } = manifest
  return el(
    'div',
    { class: 'head' },
    el('h1', {}, room.name),
    el('p', {}, `${organisation.name}. ${whoseOf(manifest)}. Archived ${formatDateTime(signature.madeAt)}.`),
    el(
      'dl',
      { class: 'ledger' },
      ...COUNTED.map(([kind, name]) =>
        el('div', {}, el('dt', {}, name), el('dd', {}, formatNumber(counts[kind] ?? 0))),
      ),
    ),
  )
}

async function show(main: HTMLElement): Promise<void> {
  const lists = await openLists()
  document.title = `${lists.manifest.room.name}: closing archive`
  main.replaceChildren(
    head(lists),
    ...tabs([
      { id: 'documents', name: 'Documents', content: () => documentsPanel(lists) },
      { id: 'questions', name: 'Questions', content: () => questionsPanel(lists) },
      { id: 'history', name: 'History', content: () => historyPanel(lists) },
      { id: 'files', name: 'Other files', content: () => filesPanel(lists) },
      { id: 'verify', name: 'Verify', content: () => verifyPanel(lists) },
    ]),
  )
}

const main = document.querySelector('main')
if (main) {
  show(main).catch((error) =>
    main.replaceChildren(
      problem(error),
      el(
        'p',
        { class: 'hint' },
        'Please unpack all parts of the archive into one folder, and open index.html there.',
      ),
    ),
  )
}
