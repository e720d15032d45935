import { afterAll, describe, expect, test } from 'vitest'
import { folded } from '../../../shared/pageText.ts'
import { pdfWith } from '../../../testing/paper.ts'
import { createMarkFinder } from './markFinder.ts'
import { spansOf } from './worker/find/patterns.ts'
import { wordIndex, wordsIn } from './worker/find/words.ts'

const finder = createMarkFinder()
afterAll(() => finder.close())

const found = (pattern: 'EMAIL' | 'PHONE' | 'AMOUNT', text: string): string[] => {
  const plain = folded(text)
  return spansOf(pattern, plain).map(({ from, to }) => plain.slice(from, to))
}
const words = (list: readonly string[], text: string): string[] => {
  const plain = folded(text)
  return wordsIn(wordIndex(list.map(folded)), plain).map(({ from, to }) => plain.slice(from, to))
}

describe('patterns', () => {
  test('e-mail addresses', () => {
    expect(
      found('EMAIL', 'To ines.salter+ppa@ashgrove-energy.co.uk, (JAN@FUND.EXAMPLE). No @handle, a@b.'),
    ).toEqual(['ines.salter+ppa@ashgrove-energy.co.uk', 'jan@fund.example'])
  })

  test('phone numbers, and neither days, sections nor other figures', () => {
    const numbers = [
      '+49 30 1234567',
      '+1 (602) 555-0147',
      '(602) 555-0147',
      '602-555-0147',
      '602.555.0147',
      '+44 20 7946 0958',
      '030 1234567',
      '0171/1234567',
    ]
    for (const number of numbers) expect(found('PHONE', `Call ${number}.`)).toEqual([number])
    expect(
      found(
        'PHONE',
        'On 01/02/2025 or 2025-12-31, section 12.3.4.5, 1,250,000 kWh, MWh 100 200 300, LOT 602-555.',
      ),
    ).toEqual([])
  })

  test('sums of money with their currency', () => {
    const sums = [
      '$1,250,000',
      'EUR 3.5 million',
      'US$ 32.50',
      '€12.000,00',
      '£3bn',
      '5 million dollars',
      '1 250 000 EUR',
      '32.50 USD',
      '12,5 €',
    ]
    for (const sum of sums) expect(found('AMOUNT', `At ${sum}/MWh.`)).toEqual([folded(sum)])
    expect(found('AMOUNT', '1,250,000 kWh, 20 years, 3.5 million people, page 12, 100 MW')).toEqual([])
  })

  test('a text that is all digits or all letters takes no time', () => {
    const begun = Date.now()
    for (const sign of ['1', 'a', '1,', 'a.', '(', '0 ', '+1']) {
      for (const pattern of ['EMAIL', 'PHONE', 'AMOUNT'] as const) spansOf(pattern, sign.repeat(50_000))
    }
    expect(Date.now() - begun).toBeLessThan(5_000)
  })
})

describe('words', () => {
  test('whole ones, the longest of several, and names with signs in them', () => {
    expect(
      words(['Mesa', 'mesa power authority', 'Salter & Co.'], 'MESA Power Authority; Mesas, Mesa-1'),
    ).toEqual(['mesa power authority', 'mesa'])
    expect(words(['Salter & Co.', '(Buyer)'], 'Salter & Co. (Buyer), Salter & Coast')).toEqual([
      'salter & co.',
      '(buyer)',
    ])
    expect(words(['Power Authority', 'Mesa Power'], 'Mesa Power Authority')).toEqual([
      'mesa power',
      'power authority',
    ])
  })
})

test('places in a PDF: across the end of a line, with a word that is broken there, and pages without words', async () => {
  const pdf = await pdfWith([
    'Agreed with Mesa Power\nAuthority at $32.50 by Juni-\nper Solar, and well-\nknown others. Mesa Powered.',
    '',
  ])
  const answer = await finder.find(
    { kind: 'pdf', size: pdf.length, source: (write) => write(pdf) },
    {
      words: ['Mesa power authority', 'juniper solar', 'absent', 'Mesa Power'],
      patterns: ['AMOUNT'],
      most: 10,
    },
  )
  expect(answer).toMatchObject({ pages: 2, silent: 1 })
  expect(answer.areas?.map(({ kind, words: text, boxes }) => [kind, text, boxes.length])).toEqual([
    ['WORDS', 'Mesa Power Authority', 2],
    ['PATTERN', '$32.50', 1],
    ['WORDS', 'Juni- per Solar', 2],
  ])
  // Each box is where its line is, 60 points from the left.
  const [name] = answer.areas ?? []
  expect(name?.boxes[1]?.x).toBeCloseTo(60, 0)
  expect(name?.boxes[1]?.y).toBeGreaterThan((name?.boxes[0]?.y ?? 0) + 8)
})
