import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../../../ui/testing/render.tsx'
import type { Passage } from '../../copilot/index.ts'
import { readPaper } from './paperText.ts'
import { SearchedPaper } from './SearchedPaper.tsx'

const HTML =
  '<h1>Lease</h1><p>The <b>moon</b>stone easement &lt;b&gt; is granted.</p><p>Moonstone</p><p>easement fee<br>payable</p>'

const shown = () => {
  const page = screen.getByTitle('Lease.docx').getAttribute('srcdoc') ?? ''
  return new DOMParser().parseFromString(page, 'text/html')
}
const marks = () =>
  [...shown().querySelectorAll('mark.found')].map(({ id, textContent }) => [id, textContent])

const show = (passage?: Passage) => {
  renderInApp(
    <section>
      <SearchedPaper name="Lease.docx" html={HTML} passage={passage} />
    </section>,
  )
  return userEvent.setup()
}

test('words are found over what is set bold, and not over two paragraphs; what is text stays text', () => {
  const paper = readPaper(HTML)
  const { matches } = paper.find('MOONSTONE')
  expect(paper.marked(matches)).toBe(
    '<h1>Lease</h1><p>The <b><mark class="found" id="found-0">moon</mark></b><mark class="found">stone</mark> easement &lt;b&gt; is granted.</p><p><mark class="found" id="found-1">Moonstone</mark></p><p>easement fee<br>payable</p>',
  )
  expect(paper.find('feepayable').matches).toHaveLength(0)
  expect(paper.find('<b>').matches).toHaveLength(1)
})

test('Ctrl+F looks for words in all of a text, counts them, and goes from one to the next', async () => {
  const user = show()
  expect(marks()).toEqual([])
  await user.keyboard('{Control>}f{/Control}')
  const bar = screen.getByRole('search', { name: 'Find in the document' })
  await user.type(within(bar).getByRole('searchbox'), 'moonstone')
  await within(bar).findByText('1 of 2')
  expect(marks()).toEqual([
    ['found-0', 'moon'],
    ['', 'stone'],
    ['found-1', 'Moonstone'],
  ])
  const led = vi.fn()
  const frame = screen.getByTitle<HTMLIFrameElement>('Lease.docx')
  vi.spyOn(frame, 'contentWindow', 'get').mockReturnValue({ location: { replace: led } } as never)
  await user.click(within(bar).getByRole('button', { name: 'Next match' }))
  expect(led).toHaveBeenLastCalledWith('about:srcdoc#found-1')
  await user.click(within(bar).getByRole('button', { name: 'Next match' }))
  expect(led).toHaveBeenLastCalledWith('about:srcdoc#found-0')
  await user.click(within(bar).getByRole('button', { name: 'Previous match' }))
  expect(led).toHaveBeenLastCalledWith('about:srcdoc#found-1')
  // What is found nowhere, and the end of the search, leave one where one is.
  await user.type(within(bar).getByRole('searchbox'), 'x')
  await within(bar).findByText('No results')
  expect(led).toHaveBeenLastCalledWith('about:srcdoc#unmarked')
  await user.keyboard('{Escape}{Escape}')
  expect(screen.getByTitle('Lease.docx')).toBe(frame)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Find' }))
})

test('the words that a search over documents has found are marked', () => {
  show({ page: null, words: 'moonstone easement', value: null })
  expect(marks()).toEqual([
    ['found-0', 'moon'],
    ['', 'stone easement'],
  ])
})
