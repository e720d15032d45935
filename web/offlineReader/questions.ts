import { formatCount } from '../../shared/format/number.ts'
import { formatDateTime } from '../../shared/format/time.ts'
import { chip, el, moment, problem } from './elements.ts'
import type { Lists } from './lists.ts'
import type { LogRow, QuestionRow } from './rows.ts'

/** Questions of one log that are shown together. */
const PAGE = 200

export function questionsPanel(lists: Lists): HTMLElement {
  const panel = el('div', {}, el('p', { role: 'status', class: 'waiting' }, 'Reading the questions…'))
  const open = async () => {
    const [logs, questions] = [await lists.all('logs'), await lists.all('questions')]
    panel.replaceChildren(...shown(logs, questions))
  }
  open().catch((error) => panel.replaceChildren(problem(error)))
  return panel
}

function shown(logs: readonly LogRow[], questions: readonly QuestionRow[]): HTMLElement[] {
  if (questions.length === 0) return [el('p', { class: 'empty' }, 'There are no questions in this archive.')]
  const status = el('p', { role: 'status', class: 'status' })
  const list = el('div', {})
  const fill = (text: string) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    const isFound = ({ number, text: asked, answer = '' }: QuestionRow) => {
      const all = `${number} ${asked} ${answer}`.toLowerCase()
      return words.every((word) => all.includes(word))
    }
    const found = questions.filter(isFound)
    status.textContent = words.length === 0 ? '' : `${formatCount(found.length, 'question')} found.`
    list.replaceChildren(
      ...logs.flatMap(({ id, name }) => {
        const mine = found.filter(({ log }) => log === id)
        return mine.length > 0 ? [logOf(name, mine)] : []
      }),
    )
  }
  const search = el('input', {
    type: 'search',
    id: 'search-questions',
    autocomplete: 'off',
    oninput: () => fill(search.value),
  })
  fill('')
  return [
    el(
      'div',
      { class: 'toolbar' },
      el('label', { for: 'search-questions' }, 'Search questions'),
      search,
      status,
    ),
    list,
  ]
}

function logOf(name: string, questions: readonly QuestionRow[]): HTMLElement {
  const box = el('div', { class: 'panel' }, el('h2', {}, name))
  let next = 0
  const more = el('button', { type: 'button', class: 'more', onclick: () => add() }, 'Show more questions')
  const add = () => {
    more.remove()
    box.append(...questions.slice(next, next + PAGE).map(questionOf))
    next += PAGE
    if (next < questions.length) box.append(more)
  }
  add()
  return box
}

function questionOf(question: QuestionRow): HTMLElement {
  const { number, askedBy, askedAt, text, answer, answeredAt, isClosed, isPriority, parent } = question
  const asked = askedBy === undefined ? 'Asked ' : `${askedBy}, `
  return el(
    'article',
    { class: 'question', 'data-follows': parent !== undefined },
    el(
      'h3',
      {},
      `Question ${number}`,
      isPriority && chip('Priority', 'danger'),
      isClosed && chip('Closed', 'neutral'),
    ),
    el('p', { class: 'by' }, asked, moment(askedAt, formatDateTime(askedAt))),
    el('p', { class: 'said' }, text),
    answer === undefined
      ? el('p', { class: 'empty' }, 'It was not answered.')
      : el(
          'div',
          { class: 'answer' },
          el(
            'h4',
            {},
            'Answer',
            answeredAt !== undefined && ', ',
            answeredAt !== undefined && moment(answeredAt, formatDateTime(answeredAt)),
          ),
          el('p', { class: 'said' }, answer),
        ),
  )
}
