import { formatCount } from '../../shared/format/number.ts'
import { droppedFiles } from './dropped.ts'
import { chip, el, problem } from './elements.ts'
import type { Lists } from './lists.ts'
import { type Chosen, expectedOf, type Finding, type Outcome, verifyFiles } from './verifying.ts'

const WORDS: Readonly<Record<Outcome, string>> = {
  GOOD: 'Unchanged',
  CHANGED: 'Changed',
  MISSING: 'Missing',
  UNKNOWN: 'Not of this archive',
}
/** Unchanged files are named one by one up to so many. */
const MAX_NAMED = 100

/** Verifies files that somebody chooses: a page from disk may not read those beside it by itself. */
export function verifyPanel(lists: Lists): HTMLElement {
  const status = el('p', { role: 'status', class: 'status' })
  const bar = el('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Verified so far' })
  const result = el('div', {})
  let isBusy = false

  const verify = async (choose: () => Promise<readonly Chosen[]>): Promise<void> => {
    if (isBusy) return
    isBusy = true
    result.replaceChildren()
    try {
      const chosen = await choose()
      if (chosen.length === 0) return
      bar.hidden = false
      bar.value = 0
      status.textContent = `Verifying ${formatCount(chosen.length, 'file')}…`
      const expected = await expectedOf(lists, () => {})
      const findings = await verifyFiles(chosen, expected, ({ read, of }) => {
        bar.value = of === 0 ? 1 : read / of
      })
      status.textContent = sentenceOf(findings)
      result.replaceChildren(tableOf(findings))
    } catch (error) {
      status.textContent = ''
      result.replaceChildren(problem(error))
    } finally {
      bar.hidden = true
      isBusy = false
    }
  }

  const input = (
    attributes: Record<string, string | boolean>,
    label: string,
    isMain: boolean,
  ): HTMLElement => {
    const field = el('input', {
      type: 'file',
      multiple: true,
      hidden: true,
      ...attributes,
      onchange: () => {
        const files = [...(field.files ?? [])]
        void verify(async () =>
          files.map((file) => ({ path: file.webkitRelativePath || file.name, file })),
        ).then(() => {
          // The same ones can be chosen again.
          field.value = ''
        })
      },
    })
    const button = el(
      'button',
      { type: 'button', class: isMain ? 'main' : 'outlined', onclick: () => field.click() },
      label,
    )
    return el('span', {}, field, button)
  }

  const zone = el(
    'div',
    {
      class: 'drop',
      ondragover: (event) => {
        event.preventDefault()
        zone.dataset.over = ''
      },
      ondragleave: () => delete zone.dataset.over,
      ondrop: (event) => {
        event.preventDefault()
        delete zone.dataset.over
        const { dataTransfer } = event as DragEvent
        if (dataTransfer) void verify(() => droppedFiles(dataTransfer))
      },
    },
    el(
      'p',
      {},
      'Choose the folder of this archive, or drop it here: a browser lets no page from disk read the files beside it by itself.',
    ),
    el(
      'div',
      { class: 'actions' },
      input({ webkitdirectory: true, 'data-of': 'folder' }, 'Choose folder…', true),
      input({ 'data-of': 'files' }, 'Choose files…', false),
    ),
  )
  return el(
    'div',
    { class: 'panel verify' },
    el('h2', {}, 'Verify files'),
    zone,
    bar,
    status,
    result,
    el(
      'p',
      { class: 'hint' },
      'Each file is compared with its SHA-256 in this archive. Who signed the archive, its record and its time stamps are verified by verify.mjs beside this page: node verify.mjs.',
    ),
  )
}

function sentenceOf(findings: readonly Finding[]): string {
  const count = (outcome: Outcome) => findings.filter((each) => each.outcome === outcome).length
  const [good, changed, missing, unknown] = [
    count('GOOD'),
    count('CHANGED'),
    count('MISSING'),
    count('UNKNOWN'),
  ]
  const wrong = [
    changed > 0 && `${formatCount(changed, 'file was', 'files were')} changed`,
    missing > 0 && `${formatCount(missing, 'file is', 'files are')} missing`,
    unknown > 0 && `${formatCount(unknown, 'file does', 'files do')} not belong to this archive`,
  ].filter(Boolean)
  const right = `${formatCount(good, 'file is', 'files are')} unchanged`
  return `${[...wrong, right].join(', ')}.`
}

function tableOf(findings: readonly Finding[]): HTMLElement {
  const wrong = findings.filter(({ outcome }) => outcome !== 'GOOD')
  const good = findings.filter(({ outcome }) => outcome === 'GOOD')
  const named = [...wrong, ...(good.length <= MAX_NAMED ? good : [])]
  if (findings.length === 0)
    return el('p', { class: 'empty' }, 'These files are verified by verify.mjs alone.')
  if (named.length === 0)
    return el('p', { class: 'good' }, 'Every file is as it was when the archive was made.')
  return el(
    'table',
    {},
    el('caption', {}, 'Verified files'),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'File'), el('th', { scope: 'col' }, 'Result'))),
    el(
      'tbody',
      {},
      ...named.map(({ path, outcome }) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, path),
          el('td', {}, chip(WORDS[outcome], outcome === 'GOOD' ? 'success' : 'danger')),
        ),
      ),
    ),
  )
}
