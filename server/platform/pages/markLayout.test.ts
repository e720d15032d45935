import { expect, test } from 'vitest'
import type { DrawnMark } from './asked.ts'
import { layOutMark } from './markLayout.ts'
import { drawable } from './worker/font.ts'

const CODE = '7K2M-4QXN-9TRB'
const EMAIL = 'olena.petrenko@northwind.example'
/** Pixels for each point. */
const SCALE = 2
const PAGE = { width: 612 * SCALE, height: 792 * SCALE }
const MARK: Omit<DrawnMark, 'lines'> = { email: EMAIL, position: 'TOP', opacity: 25, size: 14 }
/** Each letter is half as wide as it is high. */
const measure = (text: string, size: number) => ([...text].length * size) / 2

/** As it is drawn: characters that no font has are replaced before the lines are set. */
const laid = (lines: readonly string[], page = PAGE) => {
  const mark = { ...MARK, lines: lines.map(drawable) }
  const { size, lines: set } = layOutMark(mark, page, measure)
  return { points: size / SCALE, texts: set.map(({ text }) => text) }
}

test('MARK-17 what is too long is set smaller to 6 points, then cut with an ellipsis, never e-mail and code; an unknown character is a question mark', () => {
  expect(laid(['Northwind', CODE])).toEqual({ points: 14, texts: ['Northwind', CODE] })
  // A line that fits at a smaller size is whole.
  const long = 'N'.repeat(120)
  const smaller = laid([long, CODE])
  expect(smaller.texts).toEqual([long, CODE])
  expect(smaller.points).toBeGreaterThan(6)
  expect(smaller.points).toBeLessThan(14)
  // What does not fit at 6 points ends with an ellipsis, as wide as the page allows.
  const cut = laid(['N'.repeat(400), CODE])
  expect(cut.points).toBe(6)
  expect(cut.texts[0]).toMatch(/^N{100,}…$/)
  expect(measure(cut.texts[0] ?? '', 6 * SCALE)).toBeLessThanOrEqual(0.94 * PAGE.width)
  expect(cut.texts[1]).toBe(CODE)
  // The e-mail stays: what is after it makes way, then what is before it; the code is whole, however narrow the page.
  expect(laid([`${EMAIL} · ${'N'.repeat(400)}`, CODE]).texts[0]).toMatch(
    new RegExp(`^${EMAIL.replaceAll('.', '\\.')} · N{50,}…$`),
  )
  // A name that looks like an e-mail is none.
  const likeOne = laid([`${'@'.repeat(400)} · ${EMAIL}`, CODE]).texts[0] ?? ''
  expect([likeOne.startsWith('@'), likeOne.endsWith(`… ${EMAIL}`)]).toEqual([true, true])
  expect(measure(likeOne, 6 * SCALE)).toBeLessThanOrEqual(0.94 * PAGE.width)
  expect(laid([`${'N'.repeat(400)} · ${EMAIL}`, CODE]).texts[0]).toMatch(
    new RegExp(`^N+… ${EMAIL.replaceAll('.', '\\.')}$`),
  )
  const narrow = laid([`Name · ${EMAIL}`, CODE], { width: 60 * SCALE, height: 3000 * SCALE })
  expect(narrow.texts).toEqual([EMAIL, CODE])
  expect(laid(['Łódź 漢 Ünal', CODE]).texts[0]).toBe('Łódź ? Ünal')
})
