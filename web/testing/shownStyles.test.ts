import CSSComputedStyle from 'happy-dom/lib/css/declaration/computed-style/CSSComputedStyle.js'
import { beforeEach, expect, test } from 'vitest'
import { shownStyle } from './shownStyles.ts'

const NAMES = ['display', 'visibility', 'pointer-events'] as const

/** Of all elements of the page, as happy-dom itself computes them and as they are computed here. */
function both(): { theirs: string[][]; ours: (string | null)[][] } {
  const elements = [...document.querySelectorAll<HTMLElement>('*')]
  return {
    theirs: elements.map((element) => {
      const computed = new CSSComputedStyle(element as never).getComputedStyle()
      return NAMES.map((name) => computed.get(name)?.value ?? '')
    }),
    ours: elements.map((element) => NAMES.map((name) => shownStyle(element, name))),
  }
}

const styleOf = (id: string, name: string) => {
  const element = document.getElementById(id)
  return element && window.getComputedStyle(element).getPropertyValue(name)
}

const setPage = (rules: readonly string[], body: string) => {
  document.head.innerHTML = rules.map((rule) => `<style>${rule}</style>`).join('')
  document.body.innerHTML = body
}

beforeEach(() => {
  document.head.innerHTML = ''
})

test('what is shown is computed as from all rules of the page', () => {
  setPage(
    [
      'body { margin: 0; visibility: visible }',
      '.a { display: flex; color: red }',
      '.a.b { display: none }',
      '.b { display: block }',
      '.c, .d { pointer-events: none; visibility: hidden !important }',
      '.d { visibility: visible; pointer-events: inherit }',
      '.outer > .inner { display: grid }',
      '[data-off] { display: none }',
      '.e:not(.f) { display: inline-flex }',
      '.g { not-display: none; display: nonsense }',
      '@media (min-width: 10px) { .h { display: none } }',
      '@media (min-width: 9000px) { .h { display: flex } }',
      '@supports (display: grid) { .i { display: block } }',
      '.k { display: none }',
      '.k { display: flex }',
    ],
    `<div class="a b"><p class="c"><span>in</span></p><p class="d"></p></div>
     <div class="outer"><b class="inner" data-off></b><i class="inner a"></i></div>
     <p class="e"></p><p class="e f"></p><p class="g"></p><p class="h"></p><span class="i"></span><p class="k"></p>
     <audio></audio><input><select><option>one</option></select><dialog>closed</dialog><dialog open>open</dialog>
     <p class="a" style="display: none"></p><p class="c" style="visibility: visible; pointer-events: auto"></p>`,
  )
  const { theirs, ours } = both()
  expect(new Set(theirs.flat()).size).toBeGreaterThan(8)
  expect(
    ours.filter((values, at) => values.some((value, of) => value !== null && value !== theirs[at]?.[of])),
  ).toEqual([])
  expect(ours.flat().filter((value) => value === null)).toEqual([])
})

test('a rule, a class and a style that come later count immediately', () => {
  setPage(['.a { display: flex }'], '<p id="one" class="a"></p>')
  expect(styleOf('one', 'display')).toBe('flex')
  const style = document.createElement('style')
  document.head.append(style)
  style.append('.a { display: none }')
  expect(styleOf('one', 'display')).toBe('none')
  document.getElementById('one')?.classList.add('b')
  style.append('.b.a { display: grid }')
  expect(styleOf('one', 'display')).toBe('grid')
  document.getElementById('one')?.setAttribute('style', 'display: block')
  expect(styleOf('one', 'display')).toBe('block')
  style.remove()
  document.getElementById('one')?.removeAttribute('style')
  expect(styleOf('one', 'display')).toBe('flex')
})

test('what only all of it can say is left to happy-dom', () => {
  setPage([':root { --shown: none } .a { display: var(--shown) }'], '<p id="one" class="a"></p>')
  const one = document.getElementById('one') as HTMLElement
  expect([shownStyle(one, 'display'), styleOf('one', 'display')]).toEqual([null, 'none'])
  one.remove()
  expect(shownStyle(one, 'display')).toBeNull()
})
