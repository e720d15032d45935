import { expect, test } from 'vitest'
import { siblingOfKey } from './siblingKeys.ts'

const press = (key: string, target: EventTarget | null = document.body, held: Partial<KeyboardEvent> = {}) =>
  siblingOfKey({
    key,
    target,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    defaultPrevented: false,
    ...held,
  })

const inside = (html: string, selector: string) => {
  document.body.innerHTML = html
  return document.querySelector(selector)
}

test('DOC-10 ArrowLeft leads to the previous file, ArrowRight to the next, other keys nowhere', () => {
  expect(press('ArrowLeft')).toBe('previous')
  expect(press('ArrowRight')).toBe('next')
  expect(press('ArrowDown')).toBeNull()
})

test.each([
  ['an input', '<input>', 'input'],
  ['a text area', '<textarea></textarea>', 'textarea'],
  ['edited text', '<p contenteditable="true"><b>x</b></p>', 'b'],
  ['a menu', '<ul role="menu"><li>x</li></ul>', 'li'],
  ['a dialog', '<div role="dialog"><button>x</button></div>', 'button'],
  ['a sheet', '<div role="grid"><span>x</span></div>', 'span'],
  ['the tabs of a workbook', '<div role="tablist"><button>x</button></div>', 'button'],
  ['a page wider than its room', '<div data-own-arrows><p>x</p></div>', 'p'],
  ['a video', '<video></video>', 'video'],
])('DOC-10 the arrows belong to %s while one is in it', (_what, html, selector) => {
  expect(press('ArrowRight', inside(html, selector))).toBeNull()
})

test('with another key held, or taken by something else, the arrows lead nowhere', () => {
  for (const held of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'defaultPrevented']) {
    expect(press('ArrowLeft', document.body, { [held]: true })).toBeNull()
  }
})
