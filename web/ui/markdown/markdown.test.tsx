import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cpuTime } from '../../testing/cpuTime.ts'
import { renderInApp } from '../testing/render.tsx'
import { isOwnImage, safeLink } from './addresses.ts'
import { edited, withBlock } from './edits.ts'
import { joined } from './joined.ts'
import { Markdown, type Tag } from './Markdown.tsx'
import { parse } from './parse.ts'
import { tagsIn } from './tags.ts'

const shown = (text: string, props: Partial<Parameters<typeof Markdown>[0]> = {}) => {
  renderInApp(
    <div data-testid="text">
      <Markdown text={text} {...props} />
    </div>,
  )
  return screen.getByTestId('text')
}

test('SUBP-34 a text runs no script, and keeps only harmless markup', () => {
  const page = shown(
    [
      '# Title',
      '<script>window.stolen = true</script>',
      '<img src=x onerror="window.stolen = true">',
      'A [bad](javascript:alert(1)) and a [worse](data:text/html,x) link, <b onclick="x()">bold</b> and',
      '<ins>underlined</ins>, H<sub>2</sub>O, ~~gone~~.',
      '![elsewhere](https://evil.example/pixel.png)',
      '<iframe src="https://evil.example"></iframe>',
    ].join('\n\n'),
  )
  expect(page.querySelector('script, img, iframe, [onclick], [onerror], b')).toBeNull()
  expect(page.querySelectorAll('a')).toHaveLength(0)
  expect(page.querySelector('ins')?.textContent).toBe('underlined')
  expect(page.querySelector('sub')?.textContent).toBe('2')
  expect(page.querySelector('del')?.textContent).toBe('gone')
  expect(screen.getByRole('heading', { level: 3, name: 'Title' })).toBeDefined()
  expect('stolen' in window).toBe(false)
})

test('SUBP-34 links lead to the web, a mail or the product alone; images are our own', () => {
  expect(safeLink('https://fund.example/a')).toEqual({ href: 'https://fund.example/a', outside: true })
  expect(safeLink('mailto:a@fund.example')?.outside).toBe(true)
  expect(safeLink('/portfolios/prairie-sun')).toEqual({ href: '/portfolios/prairie-sun', outside: false })
  expect(safeLink('offtake-and-pricing')?.outside).toBe(false)
  for (const bad of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'vbscript:x',
  ]) {
    expect([bad, safeLink(bad)]).toEqual([bad, null])
  }
  const id = '0195c3a0-0000-7000-8000-000000000001'
  expect(isOwnImage(`/subpage-media/${id}/`)).toBe(true)
  expect(isOwnImage(`/holding-company-subpage-media/${id}/`)).toBe(true)
  expect(isOwnImage(`https://evil.example/subpage-media/${id}/`)).toBe(false)
})

test('SUBP-09 components are shown with their attributes and what is inside them; unknown ones are left out', () => {
  const names = new Set(['FactoidBlock', 'Factoid', 'Map'])
  expect(tagsIn('<Map />', names)).toEqual([{ name: 'Map', attributes: {}, children: [] }])
  expect(tagsIn('<FactoidBlock>\n  <Factoid label="A &amp; B" value="1" />\n</FactoidBlock>', names)).toEqual(
    [
      {
        name: 'FactoidBlock',
        attributes: {},
        children: [{ name: 'Factoid', attributes: { label: 'A & B', value: '1' }, children: [] }],
      },
    ],
  )
  expect(tagsIn('<Unknown />', names)).toBeNull()
  expect(tagsIn('<Map onload="x" /> text', names)).toBeNull()
  const page = shown('Before\n\n<Map />\n\n<Unknown id="1" />\n\nAfter', {
    components: { Map: () => <em>the map</em> },
  })
  expect(page.querySelector('em')?.textContent).toBe('the map')
  expect(page.textContent).toBe('Beforethe mapAfter')
})

test('SUBP-09 a component is one, on one line as well as with blank lines between its parts; without its end it takes nothing along', () => {
  const facts = ({ children }: Tag) => <p>{children.map(({ attributes }) => attributes.label).join()}</p>
  const components = { FactoidBlock: facts, Factoid: () => <b>alone</b>, Map: () => <em>map</em> }
  const [a, b] = ['<Factoid label="A" value="1" />', '<Factoid label="B" value="2" />']
  const page = shown(
    [
      `<FactoidBlock>${a}${b}</FactoidBlock>`,
      `<FactoidBlock>\n\n${a}\n\n${b}\n\n</FactoidBlock>`,
      `Words and ${a} after`,
      '<Map></Map>',
      `<FactoidBlock>\n\n${b}\n\nThe end`,
    ].join('\n\n'),
    { components },
  )
  expect([...page.querySelectorAll('p')].map((each) => each.textContent)).toEqual([
    'A,B',
    'A,B',
    '',
    'The end',
  ])
  expect(page.querySelectorAll('b')).toHaveLength(2)
  expect(page.querySelectorAll('em')).toHaveLength(1)
  const started = cpuTime()
  joined(parse('<Map>\n\n'.repeat(14_000)).children, new Set(['Map']))
  expect(cpuTime() - started).toBeLessThan(5000)
})

test('headings go on from that of the page and leave no level out, whatever marks they have', () => {
  const page = shown(
    ['## Sale', '#### Price', '## Term', '### Renewal', '# Annex', '###### A', '> ## Quoted'].join('\n\n'),
  )
  expect(
    [...page.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((each) => [each.localName, each.textContent]),
  ).toEqual([
    ['h3', 'Sale'],
    ['h4', 'Price'],
    ['h3', 'Term'],
    ['h4', 'Renewal'],
    ['h3', 'Annex'],
    ['h4', 'A'],
    ['h4', 'Quoted'],
  ])
})

test('a table names its columns, whose cells stand as its second row says', () => {
  const page = shown('| Year | MWh |\n| --- | --: |\n| 2025 | 1,200 |')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Year', 'MWh'])
  const [year, figure] = page.querySelectorAll('td')
  expect([year?.style.textAlign, figure?.style.textAlign]).toEqual(['', 'right'])
})

test('a text of marks without end is read in no more time than prose', () => {
  const started = cpuTime()
  for (const piece of ['**a', '![a](', '[', '>', '~~a ', '*a ']) {
    const text = piece.repeat(Math.floor(100_000 / piece.length))
    expect(parse(text).children.length).toBeGreaterThan(0)
  }
  expect(cpuTime() - started).toBeLessThan(10_000)
  const [words] = parse('*a [b] ~c~ _d_ '.repeat(400)).children
  expect(words).toMatchObject({ children: [{ type: 'text', value: '*a [b] ~c~ _d_ '.repeat(400).trim() }] })
  expect(parse('**a** and **b**').children[0]).toMatchObject({ children: [{ type: 'strong' }, {}, {}] })
})

test('a text that is nested without end is shown all the same', () => {
  expect(shown('>'.repeat(400)).textContent).toBe('')
})

test('SUBP-08 the toolbar acts on what is selected, keeps it, and takes its marks away again', () => {
  const bold = edited({ text: 'one two', start: 4, end: 7 }, 'bold')
  expect(bold).toEqual({ text: 'one **two**', start: 6, end: 9 })
  expect(edited(bold, 'bold')).toEqual({ text: 'one two', start: 4, end: 7 })
  expect(edited({ text: 'one', start: 0, end: 3 }, 'underline').text).toBe('<ins>one</ins>')
  expect(edited({ text: 'one', start: 0, end: 3 }, 'italic').text).toBe('*one*')
  expect(edited({ text: 'one', start: 0, end: 3 }, 'strike').text).toBe('~~one~~')
  expect(edited({ text: 'a\nb', start: 2, end: 3 }, 'heading1').text).toBe('a\n# b')
  expect(edited({ text: '# b', start: 3, end: 3 }, 'heading2').text).toBe('## b')
  expect(edited({ text: '## b', start: 4, end: 4 }, 'heading2').text).toBe('b')
  expect(edited({ text: 'site', start: 0, end: 4 }, 'link').text).toBe('[site](https://)')
  expect(edited({ text: 'a', start: 1, end: 1 }, 'rule').text).toBe('a\n\n---\n')
  expect(withBlock({ text: 'a\nb', start: 0, end: 0 }, '<Map />').text).toBe('a\n\n<Map />\n\nb')
})
