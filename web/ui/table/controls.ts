import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'

const CONTROL = 'a[href], button, input, select, textarea, [tabindex]'
/** What one types into stays in the order of the Tab key: it is there only while something is edited. */
const FIELD = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable]'
const ROW = '[data-row]'
const HEAD = '[data-head]'

const isControl = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && !element.matches(`${ROW}, ${FIELD}`)

/** What can be pressed in a row or in the header, from left to right. */
const controlsOf = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll(CONTROL)].filter(isControl).filter((element) => !element.matches(':disabled'))

/** What stands in an open row is a form, through which the Tab key leads. */
const OPENED = '[data-opened]'

/** Takes what stands in a row, or in a part of one, out of the order of the Tab key. */
function takeOut(part: Element) {
  for (const element of [part, ...part.querySelectorAll(CONTROL)]) {
    if (!element.matches(CONTROL) || !isControl(element) || element.tabIndex === -1) continue
    if (element.closest(ROW) && !element.closest(OPENED)) element.tabIndex = -1
  }
}

/** The header's buttons, too; where no row can have the focus, the first of them can. */
function settleHead(grid: Element) {
  const hasRow = grid.querySelector(`${ROW}[tabindex="0"], tbody[tabindex="0"]`) !== null
  const controls = [...grid.querySelectorAll(HEAD)].flatMap(controlsOf)
  for (const [at, element] of controls.entries()) {
    const wanted = at === 0 && !hasRow ? 0 : -1
    if (element.tabIndex !== wanted) element.tabIndex = wanted
  }
}

/** Keeps a grid one stop of the Tab key, whatever its cells come to hold. */
export function useOneTabStop(grid: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    takeOut(element)
    settleHead(element)
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        for (const part of type === 'childList' ? addedNodes : [target]) {
          if (part instanceof Element) takeOut(part)
        }
      }
      settleHead(element)
    })
    observer.observe(element, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['tabindex', 'href', 'disabled'],
    })
    return () => observer.disconnect()
  }, [grid])
}

/**
 * Left and Right walk through what the row offers and back to the row itself; Up on the first row leads to the
 * header's buttons, Down back to the rows.
 * @param toFirstRow moves the focus to the first row
 * @returns whether the key was one of these
 */
export function walkControls(event: KeyboardEvent<HTMLElement>, toFirstRow: () => void): boolean {
  const { key, target, currentTarget } = event
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  if (target.closest(`${FIELD}, [role="menu"]`)) return false
  const row = target.closest<HTMLElement>(`${ROW}, ${HEAD}`)
  if (!row || (row !== target && row.matches(OPENED))) return false
  const next = nextOf(key, row, target, currentTarget)
  if (next === undefined) {
    if (key !== 'ArrowDown' || !row.matches(HEAD)) return false
    toFirstRow()
  } else next?.focus()
  event.preventDefault()
  return true
}

/** What a key leads to; null for nowhere, undefined for a key of others. */
function nextOf(
  key: string,
  row: HTMLElement,
  target: Element,
  grid: Element,
): HTMLElement | null | undefined {
  const isHead = row.matches(HEAD)
  const controls = controlsOf(row)
  const at = controls.findIndex((control) => control === target || control.contains(target))
  if (key === 'ArrowRight') return controls[at + 1] ?? null
  if (key === 'ArrowLeft') return at > 0 ? controls[at - 1] : isHead ? null : row
  if (isHead && key === 'Home') return controls[0]
  if (isHead && key === 'End') return controls.at(-1)
  if (isHead && key === 'ArrowUp') return null
  if (key === 'ArrowUp' && row.dataset.row === '0') {
    const [first] = [...grid.querySelectorAll(HEAD)].flatMap(controlsOf)
    return first
  }
  return undefined
}
